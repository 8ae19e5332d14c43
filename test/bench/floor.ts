/**
 * The floor: what any index of this kind must at least do, in one process and with no checks.
 * `build`: walk, read, hash, decode, front matter, lines for headings and links, rows and an inverted index into
 * sql.js, export, hash, write, flush. `rehash`: walk, read, hash against a list. `stat`: walk and stat against a list.
 * Usage: floor.ts build|rehash|stat CORPUS OUT
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import initSqlJs from 'sql.js';

interface Page {
  readonly path: string;
  readonly stamp: string;
}

const sha = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

function walk(root: string): Page[] {
  const pages: Page[] = [];
  const open = [''];
  while (open.length > 0) {
    const folder = open.pop()!;
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) open.push(path);
      else if (entry.name.endsWith('.md')) {
        const stat = statSync(join(root, path), { bigint: true });
        pages.push({ path, stamp: `${stat.dev}.${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}` });
      }
    }
  }
  return pages.sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface Scan {
  readonly title: string;
  readonly headings: readonly (readonly [number, string, number])[];
  readonly links: readonly (readonly [string, number])[];
  readonly body: string;
}

function scan(text: string): Scan {
  let start = 0;
  let title = '';
  const block = /^(\+\+\+|---)[ \t]*\r?\n([\s\S]*?)\r?\n\1[ \t]*(?:\r?\n|$)/.exec(text);
  if (block) {
    start = block[0].length;
    try {
      if (block[1] === '+++') title = String(parse(block[2]!).title ?? '');
    } catch {
      title = '';
    }
  }
  const headings: [number, string, number][] = [];
  const links: [string, number][] = [];
  let fence = false;
  let line = 0;
  for (const row of text.slice(start).split('\n')) {
    line++;
    if (/^\s{0,3}(```|~~~)/.test(row)) fence = !fence;
    if (fence) continue;
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(row);
    if (heading) headings.push([heading[1]!.length, heading[2]!, line]);
    if (row.includes('](')) for (const link of row.matchAll(/\]\(([^)\s]+)/g)) links.push([link[1]!, line]);
  }
  return { title, headings, links, body: text.slice(start) };
}

async function build(root: string, out: string): Promise<void> {
  const SQL = await initSqlJs({ useOldExtensionFunctions: false });
  const db = new SQL.Database();
  db.run('create table node(id integer primary key,path text,hash text,title text)');
  db.run('create table heading(node int,level int,text text,line int)');
  db.run('create table link(node int,target text,line int)');
  db.run('create table term(term text primary key,df int,postings blob) without rowid');
  db.run('begin');
  const node = db.prepare('insert into node values(?,?,?,?)');
  const heading = db.prepare('insert into heading values(?,?,?,?)');
  const link = db.prepare('insert into link values(?,?,?)');
  const postings = new Map<string, number[]>();
  for (const [id, page] of walk(root).entries()) {
    const bytes = readFileSync(join(root, page.path));
    const found = scan(bytes.toString('utf8'));
    node.run([id, page.path, sha(bytes), found.title]);
    for (const [level, text, line] of found.headings) heading.run([id, level, text, line]);
    for (const [target, line] of found.links) link.run([id, target, line]);
    const counts = new Map<string, number>();
    for (const word of found.body.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const list = postings.get(word);
      if (list) list.push(id, count);
      else postings.set(word, [id, count]);
    }
  }
  const term = db.prepare('insert into term values(?,?,?)');
  for (const word of [...postings.keys()].sort()) {
    const list = postings.get(word)!;
    term.run([word, list.length / 2, new Uint8Array(Uint32Array.from(list).buffer)]);
  }
  for (const statement of [node, heading, link, term]) statement.free();
  db.run('commit');
  db.run('create index heading_node on heading(node)');
  db.run('create index link_node on link(node)');
  publish(db.export(), out);
}

function publish(image: Uint8Array, out: string): void {
  writeFileSync(`${out}.sum`, sha(image));
  writeFileSync(`${out}.tmp`, image);
  const file = openSync(`${out}.tmp`, 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(`${out}.tmp`, out);
}

function compare(root: string, out: string, stampOf: (page: Page) => string): void {
  let known: Record<string, string> = {};
  try {
    known = JSON.parse(readFileSync(out, 'utf8')) as Record<string, string>;
  } catch {
    known = {};
  }
  const now: Record<string, string> = {};
  let moved = 0;
  for (const page of walk(root)) {
    now[page.path] = stampOf(page);
    if (known[page.path] !== now[page.path]) moved++;
  }
  if (moved > 0) writeFileSync(out, JSON.stringify(now));
}

const [mode, root, out] = process.argv.slice(2) as [string, string, string];
if (mode === 'build') await build(root, out);
else if (mode === 'rehash') compare(root, out, (page) => sha(readFileSync(join(root, page.path))));
else compare(root, out, (page) => page.stamp);
