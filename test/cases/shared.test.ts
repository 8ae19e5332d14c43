/** The simple ones of a folder of cases that is handed over (`DOCFORGE_SHARED`); without it there is nothing to do. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DESCRIPTOR, folderWith } from '../operation/projects.ts';
import { bytes, change, json, problems, shown } from './project.ts';

const SHARED = join(process.env.DOCFORGE_SHARED ?? '', 'cases');
const handed = process.env.DOCFORGE_SHARED !== undefined && existsSync(SHARED) ? readdirSync(SHARED) : [];

/** A copy of the input of a case, as a project. */
function copyOf(number: string): string {
  const name = handed.find((one) => one.startsWith(`${number}-`))!;
  const root = join(folderWith({}, null), basename(name));
  cpSync(join(SHARED, name, 'project'), root, { recursive: true });
  mkdirSync(join(root, '.docforge'));
  const globs = DESCRIPTOR.replaceAll('docs/**/', '**/');
  writeFileSync(join(root, '.docforge/project.toml'), globs);
  return realpathSync(root);
}

/** Problems that are expected, by case; a case that is not listed has none. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  '07': ['unknown_field docs/a-first.md:8', 'missing_field docs/b-second.md:1', 'missing_field docs/b-second.md:1'],
  '08': ['invalid_toml docs/schedule.md:8'],
  '09': ['misplaced_field docs/filter.md:12'],
  '11': ['similar_ids docs/auth-old.md:2', 'unresolved_relation docs/kiosk.md:12'],
  '12': ['wrong_type reqs/bare.md:2'],
  '14': ['duplicate_id docs/gate.md:2'],
  '15': ['dead_anchor docs/links.md:9'],
  '16': ['dead_link docs/syntax.md:23'],
  '17': ['dead_link docs/index.md:13'],
  '24': ['invalid_utf8 docs/alt.md:9'],
  '29': ['dead_link docs/menu.md:33'],
  '56': ['dependency_cycle docs/c1.md:8', 'dependency_cycle docs/c3.md:8', 'self_relation docs/c4.md:8'],
};

describe.skipIf(handed.length === 0)('the handed cases', () => {
  const clean = ['01', '02', '03', '04', '10', '18', '19', '22', '26', '27', '28', '33', '53'];
  it.each([...clean, ...Object.keys(FOUND)])('%s has the problems that it should', async (number) => {
    expect(await problems(copyOf(number))).toEqual(FOUND[number] ?? []);
  });

  const EDITS: readonly (readonly [string, string, string])[] = [
    ['01', 'patch-howto', 'docs/patch-howto.md'],
    ['02', 'tank-level', 'docs/tank-level.md'],
    ['05', 'inspection', 'docs/inspection.md'],
    ['06', 'meter', 'docs/meter.md'],
    ['10', 'hose', 'docs/hose.md'],
    ['28', 'lamp', 'docs/lamp.md'],
    ['29', 'menu', 'docs/menu.md'],
  ];
  it.each(EDITS)('%s changes one value of %s', async (number, id, path) => {
    const root = copyOf(number);
    const before = bytes(root, path);
    expect((await change(root, { op: 'update', id, set: { status: 'retired' } })).code).toBeUndefined();
    expect(bytes(root, path)).toBe(before.replace('"active"', '"retired"'));
  });

  it.each(['34', '35', '36'])('%s finds what is asked for', async (number) => {
    const root = copyOf(number);
    const name = handed.find((one) => one.startsWith(`${number}-`))!;
    for (const line of readFileSync(join(SHARED, name, 'queries.tsv'), 'utf8').split('\n')) {
      const [query, ids] = line.split('\t');
      if (ids === undefined || line.startsWith('# ')) continue;
      const { ok, data } = await json(root, ['search', query!]);
      const hits = ok ? data.hits.map((hit: { id: string }) => hit.id) : [];
      const wanted = ids === '-' ? [] : ids.split(',');
      expect([query, ok, wanted.filter((id) => !hits.includes(id))]).toEqual([query, true, []]);
      if (ids === '-') expect([query, hits]).toEqual([query, []]);
    }
  });

  it('19 moves a page with all its links', async () => {
    const root = copyOf('19');
    const move = { op: 'move', id: 'boiler', path: 'docs/heating/boiler.md' };
    expect((await change(root, move)).code).toBeUndefined();
    expect(bytes(root, 'docs/heating/boiler.md')).toContain('(../img/plate.png "type plate")');
    expect(bytes(root, 'docs/burner.md')).toContain('[b]: <heating/boiler.md>');
    expect(await problems(root)).toEqual([]);
  });

  it('33 reads back content and title that look like a block', async () => {
    const root = copyOf('33');
    const folder = join(SHARED, handed.find((one) => one.startsWith('33-'))!);
    const content = readFileSync(join(folder, 'new-content.md'), 'utf8');
    const title = readFileSync(join(folder, 'new-title.txt'), 'utf8');
    expect((await change(root, { op: 'update', id: 'howto', content, set: { title } })).code).toBeUndefined();
    expect((await shown(root, 'howto')).node).toMatchObject({ content, title });
  });
});
