/** The texts of small projects, and writing them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const DESCRIPTOR = `schema_version = 1

[project]
id = "fixture"
title = "Fixture"

[content]
markdown = ["docs/**/*.md"]
toml = ["docs/**/*.toml"]

[vocabulary]
statuses = ["draft", "active", "retired"]
relations = ["related_to"]

[[families]]
id = "guide"

[[families]]
id = "requirement"
`;

export const VAULT = `schema_version = 1

[project]
id = "vault"
title = "Vault"

[adapter]
name = "vault"
family = "page"

[[families]]
id = "page"
`;

/** Writes a file below a folder. */
export function put(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A page with its block. */
export function page(id: string, body: string, more = '', title = `Title of ${id}`): string {
  return `+++\nid = "${id}"\nfamily = "guide"\ntitle = "${title}"\nstatus = "active"\nauthority = "authoritative"\n${more}+++\n\n${body}\n`;
}

/** A few linked pages in both formats. */
export const SMALL: Readonly<Record<string, string>> = {
  'docs/a.md': page(
    'a',
    '# Alpha\n\nThe first page links to [b](b.md#beta).\n\n## Part\n\nMore of it.',
    'tags = ["one"]\n',
  ),
  'docs/b.md': page('b', '# Beta\n\nThe second page.', '[[relations]]\ntype = "depends_on"\ntarget = "a"\n'),
  'docs/sub/c.md': page('c', '# Gamma\n\nSee [a](../a.md) and [[r1]].'),
  'docs/rules.toml': `[[nodes]]\nid = "r1"\nfamily = "requirement"\ntitle = "Rule one"\nstatus = "active"\nauthority = "authoritative"\ncontent = """\nMust hold.\n"""\n\n[[nodes]]\nid = "r2"\nfamily = "requirement"\ntitle = "Rule two"\nstatus = "draft"\nauthority = "proposal"\ncontent = "Should hold."\n[[nodes.relations]]\ntype = "related_to"\ntarget = "r1"\n`,
};
