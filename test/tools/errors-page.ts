/** The page of errors as text: one heading a code, so that each has an anchor to link to. */
import { type Code, catalogue, entryOf, sortedBy } from '../../src/base/index.ts';

const HEAD = `+++
id = "errors"
family = "reference"
title = "Error catalogue"
status = "active"
authority = "authoritative"

[[relations]]
type = "depends_on"
target = "architecture"
+++

# Error catalogue

Every code that DocForge can say. Names are permanent. A *problem* is a wrong document, with its usual severity; the
descriptor may set another. A *refusal* is a request that may not proceed, with the exit status of the command line.
*Degraded* is done, but some evidence is incomplete. Words in braces stand for details of the case.
`;

/** The whole page, in the order of the codes. */
export function errorsPage(): string {
  const codes = sortedBy(Object.keys(catalogue) as Code[], (code) => code);
  const sections = codes.map((code) => {
    const entry = entryOf(code);
    const kind =
      entry.kind === 'problem'
        ? `problem, ${entry.severity}`
        : entry.kind === 'refusal'
          ? `refusal, exit ${entry.exit}`
          : 'degraded';
    return `## ${code}\n\n*${kind}*\n\n\`\`\`text\n${entry.message}\n\`\`\`\n\n${entry.remedy.replace(/[*_[\]<>|`]/g, '\\\\$&')}\n`;
  });
  return `${HEAD}\n${sections.join('\n')}`;
}
