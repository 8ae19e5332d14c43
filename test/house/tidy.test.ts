/** The style guide as a test: room order, doors, single importers, sizes, no dead file, and the page of rooms. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SRC = join(ROOT, 'src');

/** The rooms in their order: a room may import only rooms that stand before it. */
const ROOMS = [
  'base',
  'contract',
  'disk',
  'project',
  'source',
  'graph',
  'extractor',
  'store',
  'query',
  'baseline',
  'proposal',
  'applier',
  'operation',
  'cli',
];

/** One room, or one file, for each dependency. */
const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  'node:fs': ['disk/'],
  'node:fs/promises': ['disk/'],
  'node:child_process': ['disk/'],
  'node:crypto': ['base/'],
  koffi: ['disk/'],
  'proper-lockfile': ['disk/'],
  '@iarna/toml': ['base/toml/'],
  'sql.js': ['store/'],
  unified: ['source/'],
  'remark-parse': ['source/'],
  'remark-gfm': ['source/'],
  'markdown-it': ['source/'],
  'github-slugger': ['source/'],
  yaml: ['source/'],
  picomatch: ['project/'],
  commander: ['cli/'],
  picocolors: ['cli/'],
  diff: ['proposal/'],
  zod: ['contract/', 'operation/'],
};

/** Files that are entered from outside: the library, the program, and workers started by path. */
const ENTRIES = ['index.ts', 'cli/main.ts'];

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 60;

interface Source {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly string[];
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? sourcesBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .sort();
}

function importsOf(tree: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      found.push((node.moduleSpecifier as ts.StringLiteral).text);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [first] = node.arguments;
      if (first && ts.isStringLiteral(first)) found.push(first.text);
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'URL') {
      const [first] = node.arguments ?? [];
      if (first && ts.isStringLiteral(first) && first.text.startsWith('./')) found.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function load(): Source[] {
  return sourcesBelow(SRC).map((path) => {
    const text = readFileSync(path, 'utf8');
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    return { path: relative(SRC, path), text, tree, imports: importsOf(tree) };
  });
}

const sources = load();
const roomOf = (path: string): string | undefined => (path.includes('/') ? path.split('/')[0] : undefined);

function targetOf(source: Source, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = relative(SRC, resolve(SRC, dirname(source.path), specifier));
  return path.replace(/\.js$/, '.ts');
}

describe('the house', () => {
  it('has exactly its rooms', () => {
    const rooms = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(rooms.map((entry) => entry.name).sort()).toEqual([...ROOMS].sort());
  });

  it('imports downhill, through doors', () => {
    const wrong: string[] = [];
    for (const source of sources) {
      const room = roomOf(source.path);
      for (const specifier of source.imports) {
        const target = targetOf(source, specifier);
        const other = target && roomOf(target);
        if (!target || other === room) continue;
        if (target !== `${other}/index.ts`) wrong.push(`${source.path} reaches into ${target}`);
        if (room && ROOMS.indexOf(other ?? '') >= ROOMS.indexOf(room))
          wrong.push(`${source.path} looks uphill at ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has one importer for each dependency', () => {
    const wrong: string[] = [];
    const sqlImporters = new Set<string>();
    for (const source of sources) {
      for (const specifier of source.imports) {
        const name = Object.keys(IMPORTERS).find((n) => specifier === n || specifier.startsWith(`${n}/`));
        if (name === 'sql.js') sqlImporters.add(source.path);
        if (name && !IMPORTERS[name]!.some((prefix) => source.path.startsWith(prefix))) {
          wrong.push(`${source.path} imports ${specifier}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect([...sqlImporters].length).toBeLessThanOrEqual(1);
  });

  it('has no star export, and a documented first line in each file', () => {
    const wrong = sources.filter((s) => /^export \* /m.test(s.text) || !/^(#!.*\n)?\/\*\*/.test(s.text));
    expect(wrong.map((s) => s.path)).toEqual([]);
  });

  it('has no dead file', () => {
    const alive = new Set<string>();
    const open = ENTRIES.filter((path) => sources.some((s) => s.path === path));
    while (open.length > 0) {
      const path = open.pop()!;
      if (alive.has(path)) continue;
      alive.add(path);
      const source = sources.find((s) => s.path === path);
      for (const specifier of source?.imports ?? []) {
        const target = targetOf(source!, specifier);
        if (target) open.push(target);
      }
    }
    expect(sources.filter((s) => !alive.has(s.path)).map((s) => s.path)).toEqual([]);
  });

  it('keeps files and functions short', () => {
    const long: string[] = [];
    for (const source of sources) {
      const lines = source.text.split('\n').length - 1;
      if (lines > FILE_LINES_MAX) long.push(`${source.path}: ${lines} lines`);
      const visit = (node: ts.Node): void => {
        if (ts.isFunctionLike(node) && 'body' in node && node.body) {
          const start = source.tree.getLineAndCharacterOfPosition(node.getStart()).line;
          const end = source.tree.getLineAndCharacterOfPosition(node.end).line;
          const name = node.name?.getText() ?? 'a function';
          if (end - start + 1 > FUNCTION_LINES_MAX) long.push(`${source.path}: ${name} has ${end - start + 1} lines`);
        }
        ts.forEachChild(node, visit);
      };
      visit(source.tree);
    }
    expect(long).toEqual([]);
  });

  it('leaves nothing unfinished and names no path of a machine', () => {
    const wrong = sources.filter((s) => /\b(TODO|FIXME|XXX)\b|\/home\/|\/work\//.test(s.text));
    expect(wrong.map((s) => s.path)).toEqual([]);
  });

  it('lists its rooms on the architecture page', () => {
    const page = readFileSync(join(ROOT, '.docforge/docs/architecture.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map((match) => match[1]);
    expect(listed).toEqual(ROOMS);
  });
});
