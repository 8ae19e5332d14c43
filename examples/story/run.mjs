#!/usr/bin/env node
/**
 * The whole river on a copy of the handbook: ask, propose, review, approve, apply, roll back, audit.
 * Every command is shown before its output. Ends with status 0 only when each step came out as it should.
 * Usage: node examples/story/run.mjs [FOLDER]   (a temporary folder when none is named)
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const HANDBOOK = fileURLToPath(new URL('../handbook', import.meta.url));
const PROPOSAL = fileURLToPath(new URL('proposal.toml', import.meta.url));

const keep = process.argv[2];
const root = keep ?? mkdtempSync(join(tmpdir(), 'docforge-story-'));
cpSync(HANDBOOK, root, { recursive: true, filter: (path) => !path.includes(join('.docforge', 'index')) });

function say(text) {
  process.stdout.write(`\n## ${text}\n`);
}

/** Runs one command in the copy, shows it and its output, and insists on its exit status. */
function docforge(args, { status = 0, quiet = false, env = {} } = {}) {
  if (!quiet) process.stdout.write(`\n$ docforge ${args.map((a) => (/[\s"]/.test(a) ? JSON.stringify(a) : a)).join(' ')}\n`);
  const child = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });
  if (!quiet) process.stdout.write(child.stdout.replaceAll(PROPOSAL, 'proposal.toml') + child.stderr);
  if (child.status !== status) {
    process.stdout.write(`expected exit ${status}, got ${child.status}\n${quiet ? child.stdout + child.stderr : ''}`);
    process.exit(1);
  }
  return child.stdout;
}

const json = (args, options) => JSON.parse(docforge([...args, '--json'], { ...options, quiet: true })).data;

/** One hash over every canonical file of the copy. */
function bytesOfHandbook() {
  const hash = createHash('sha256');
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((path) => !path.startsWith('.docforge'))
    .sort();
  for (const path of files) hash.update(`${path}\0`).update(readFileSync(join(root, path))).update('\0');
  return hash.digest('hex');
}

function insist(what, holds) {
  process.stdout.write(`${holds ? 'ok' : 'NOT OK'}: ${what}\n`);
  if (!holds) process.exit(1);
}

const before = bytesOfHandbook();

say('1. Ask');
docforge(['check']);
docforge(['search', 'collect parcel offline', '--limit', '3']);
docforge(['neighbors', 'dec-codes-signed']);
docforge(['impact', 'dec-clock']);

say('2. Propose: nothing in the handbook changes');
docforge(['propose', PROPOSAL, '--changeset', 'radio-recall', '--ready', '--as', 'mira']);
docforge(['changeset', 'list']);
insist('the handbook is still byte for byte what it was', bytesOfHandbook() === before);

say('3. Review: in meaning, in bytes, in effect');
docforge(['review', 'radio-recall', '--no-pager']);

say('4. Approve exactly that, and nothing else');
const { hash } = json(['changeset', 'show', 'radio-recall']).changeset;
docforge(['apply', 'radio-recall', '--as', 'release'], { status: 1 });
docforge(['approve', 'radio-recall', '--hash', hash, '--comment', 'Closes the hole of last month.', '--as', 'jonas']);

say('5. Apply what was approved');
docforge(['apply', 'radio-recall', '--dry-run', '--as', 'release']);
docforge(['apply', 'radio-recall', '--as', 'release']);
docforge(['check']);
docforge(['diff']);
docforge(['search', 'recall radio', '--limit', '1']);
insist('the handbook has changed', bytesOfHandbook() !== before);

say('6. Take it back');
docforge(['rollback', '1', '--as', 'release']);
insist('every byte is back', bytesOfHandbook() === before);
docforge(['audit']);

if (!keep) rmSync(root, { recursive: true, force: true });
process.stdout.write('\nDone: asked, proposed, reviewed, applied, rolled back.\n');
