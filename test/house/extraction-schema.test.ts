/**
 * Extractions are cached by content under a version. What the readers say of these samples is frozen together with it:
 * when one of the hashes below must change, raise EXTRACTION_SCHEMA in the same change, or old caches would be believed.
 */
import { expect, it } from 'vitest';
import { EXTRACTION_SCHEMA, hashJson } from '../../src/base/index.ts';
import { extractVault } from '../../src/extractor/index.ts';
import { extractMarkdown, extractToml } from '../../src/source/index.ts';

const BODY = `# Title *one* \`two\` {#own}

Text that
wraps, with a [link](other.md#part "t"), ![image](<a b.png>), a [reference], [[Wiki#part|alias]] and <a id="x">y</a>.

- item [in list](../up.md)
- [ ] task

| a | b |
|---|---|
| [[Cell\\|c]] | \`[not](link.md)\` |

## Title one two

> ### Quoted[^1]

<!-- comment -->

[reference]: ref.md
[^1]: note
`;

const FIELDS = `id = "a"
family = "guide"
title = "A"
status = "active"
authority = "derived"
tags = ["x", "y"]
when = 2024-02-29T01:30:00-05:00
big = 9007199254740993
`;

const samples: Readonly<Record<string, () => unknown>> = {
  markdown: () =>
    extractMarkdown(Buffer.from(`+++\n${FIELDS}\n[[relations]]\ntype = "depends_on"\ntarget = "b"\n+++\n\n${BODY}`)),
  toml: () => extractToml(Buffer.from(`# head\n[[nodes]]\n${FIELDS}content = '''\n${BODY}'''\n`)),
  vault: () => extractVault(Buffer.from(`---\ntitle: "V: q"\nup: "[[Home]]"\ntags: [a, b]\n---\n\n${BODY}`)),
};

const FROZEN = {
  schema: 1,
  markdown: '89e64415880e5578',
  toml: '849120fce6a85c4d',
  vault: '06542438f1769ddc',
};

it('what the readers say changes only together with EXTRACTION_SCHEMA', () => {
  const now = Object.fromEntries(
    Object.entries(samples).map(([name, extract]) => [name, hashJson(extract()).slice(7, 23)]),
  );
  expect({ schema: EXTRACTION_SCHEMA, ...now }).toEqual(FROZEN);
});
