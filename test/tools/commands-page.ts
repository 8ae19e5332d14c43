/** The page of commands as text, made from the verbs of the command line and the table of operations. */
import { verbs } from '../../src/cli/verbs.ts';
import { operations } from '../../src/operation/list.ts';

const HEAD = `+++
id = "commands"
family = "reference"
title = "Commands"
status = "active"
authority = "authoritative"

[[relations]]
type = "depends_on"
target = "architecture"
+++

# Commands

\`docforge VERB --help\` shows the flags of a verb and an example. The project is found upward from the working folder, or
named with \`--project DIR\`. \`--json\` prints exactly one document, the [result envelope](formats/hashes.md), on standard
output. \`--as ID\` says who acts.

| command | access | what it does |
|---|---|---|
`;

const TAIL = `
## Exit status

| status | meaning |
|---|---|
| 0 | yes |
| 1 | the answer is no: problems, a refusal, a conflict, something stale |
| 2 | usage, or it could not be determined |
| 70 | a bug |
| 130 | cancelled |

## Environment

| variable | meaning |
|---|---|
| \`DOCFORGE_WRITER\`, \`DOCFORGE_REVIEWER\`, \`DOCFORGE_APPLIER\` | who acts when \`--as\` is not given |
| \`DOCFORGE_NATIVE=off\` | use the portable mode of the system layer; see [promises](promises.md) |
| \`DOCFORGE_PAGER\`, \`PAGER\` | shows long reviews on a terminal |
| \`NO_COLOR\`, \`FORCE_COLOR\` | colour; without either, only on a terminal |
`;

const escaped = (text: string): string => text.replaceAll('|', '\\|');

/** The whole page, in the order of the verbs. */
export function commandsPage(): string {
  const rows = verbs.map((verb) => {
    const { summary, access } = operations[verb.operation];
    const words = [verb.name, verb.arguments].filter((word) => word !== undefined).join(' ');
    return `| \`${escaped(words)}\` | ${access} | ${escaped(verb.summary ?? summary)} |\n`;
  });
  return `${HEAD}${rows.join('')}${TAIL}`;
}
