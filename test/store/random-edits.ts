/** Random things that people, editors and programs do to files, repeatable by their seed. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { page, put, SMALL } from './sample.ts';

const WORDS = 'alpha beta gamma delta café 手順書 snake_case camelCase node.js C++ the of and x1 über Größe 点検'.split(
  ' ',
);

export interface Editor {
  readonly root: string;
  readonly random: () => number;
  readonly vault: boolean;
}

function pick<T>(editor: Editor, items: readonly T[]): T {
  return items[Math.floor(editor.random() * items.length)]!;
}

function sentence(editor: Editor): string {
  return Array.from({ length: 1 + Math.floor(editor.random() * 12) }, () => pick(editor, WORDS)).join(' ');
}

function filesOf(root: string): string[] {
  const all = readdirSync(root, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.docforge'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

function newText(editor: Editor, files: readonly string[]): string {
  const id = pick(editor, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  const target = pick(editor, [...files, 'docs/none.md']);
  const body = `# ${sentence(editor)}\n\n${sentence(editor)} [x](/${target}) [[${pick(editor, ['a', 'r1', 'h'])}]]\n\n## ${sentence(editor)}\n\n${sentence(editor)}`;
  if (editor.vault) return editor.random() < 0.5 ? body : `---\ntitle: ${id}\ntags: [t${id}]\n---\n${body}`;
  const relation = `[[relations]]\ntype = "related_to"\ntarget = "${pick(editor, ['a', 'b', 'r1'])}"\n`;
  return page(id, body, editor.random() < 0.5 ? relation : `tags = ["${id}"]\n`, sentence(editor));
}

/** One random thing that people, editors and programs do to files. */
export function edit(editor: Editor): void {
  const { root, random } = editor;
  const files = filesOf(root);
  const path = pick(editor, files.length > 0 ? files : ['docs/a.md']);
  const folder = pick(editor, ['docs', 'docs/sub', 'docs/sub/deep']);
  const fresh = `${folder}/${pick(editor, ['a', 'b', 'c', 'n', 'ü'])}.md`;
  const choice = random();
  if (choice < 0.3) put(root, fresh, newText(editor, files));
  else if (choice < 0.5 && existsSync(join(root, path))) writeFileSync(join(root, path), newText(editor, files));
  else if (choice < 0.62) rmSync(join(root, path), { force: true });
  else if (choice < 0.75 && existsSync(join(root, path))) {
    mkdirSync(dirname(join(root, fresh)), { recursive: true });
    renameSync(join(root, path), join(root, fresh));
  } else if (choice < 0.82) put(root, `docs/${pick(editor, ['one', 'two'])}.png`, 'x');
  else if (choice < 0.88)
    rmSync(join(root, 'docs', pick(editor, ['sub', 'one.png'])), { recursive: true, force: true });
  else if (choice < 0.93)
    put(root, fresh, pick(editor, ['', '+++\nid = 1\n+++\n', '+++\n', Buffer.from([0xff, 0xfe]).toString('latin1')]));
  else put(root, 'docs/rules.toml', SMALL['docs/rules.toml']!.replace('Must', pick(editor, WORDS)));
}
