/** Packs give back what was put in or nothing, are gathered when there are many, and survive damage. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/base/index.ts';
import { formatTable, parseTable } from '../../src/store/pack-format.ts';
import { Packs } from '../../src/store/packs.ts';
import { makeProject } from './fixture.ts';

const FOLDER = '.docforge/index/bodies';

async function putAll(packs: Packs, values: readonly string[], live: readonly string[] = values): Promise<void> {
  const writer = packs.writer();
  for (const value of values) writer.add(sha256Hex(value), Buffer.from(value));
  await writer.commit(new Set(live.map(sha256Hex)));
}

const textOf = (packs: Packs, value: string) => packs.get(sha256Hex(value))?.toString();

describe('packs', () => {
  it('give back every value, also through another reader', async () => {
    const { disk } = makeProject({});
    const packs = Packs.open(disk, FOLDER);
    const values = ['', 'one', 'x'.repeat(2_000_000), 'ü'];
    await putAll(packs, values);
    for (const reader of [packs, Packs.open(disk, FOLDER)]) {
      for (const value of values) expect(textOf(reader, value) === value).toBe(true);
      expect(reader.get(sha256Hex('two'))).toBe(null);
    }
    expect(Packs.isWhole(disk, FOLDER)).toBe(true);
  });

  it('gather small ones when there are many, and lose no live value', async () => {
    const { disk, root } = makeProject({});
    const all: string[] = [];
    for (let i = 0; i < 40; i++) {
      all.push(`value ${i}`);
      await putAll(Packs.open(disk, FOLDER), [`value ${i}`], all.slice(-10));
    }
    const names = readdirSync(join(root, FOLDER)).filter((name) => name.endsWith('.pack'));
    expect(names.length).toBeLessThan(20);
    for (const value of all.slice(-10)) expect(textOf(Packs.open(disk, FOLDER), value)).toBe(value);
  });

  it('hand out nothing that is not whole', async () => {
    const { disk, root } = makeProject({});
    await putAll(Packs.open(disk, FOLDER), ['one', 'two', 'three']);
    const name = readdirSync(join(root, FOLDER)).find((one) => one.endsWith('.pack'))!;
    const path = join(root, FOLDER, name);
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 0x10;
      writeFileSync(path, damaged);
      const packs = Packs.open(disk, FOLDER);
      for (const value of ['one', 'two', 'three']) expect([value, undefined]).toContain(textOf(packs, value));
      expect(packs.damaged().length).toBe(1);
    }
    rmSync(path);
    expect(Packs.isWhole(disk, FOLDER)).toBe(false);
    const packs = Packs.open(disk, FOLDER);
    packs.dropMissing();
    expect(packs.has(sha256Hex('one'))).toBe(false);
  });

  it('do not read a table with a wrong byte', () => {
    const place = { pack: 0, offset: 64, bytes: 3 };
    const table = { packs: [{ name: '0'.repeat(32), bytes: 67 }], places: new Map([['ab'.repeat(32), place]]) };
    const bytes = formatTable(table);
    expect(parseTable(bytes)).toEqual(table);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 0x01;
      expect(parseTable(damaged)).toBe(null);
    }
    expect(parseTable(bytes.subarray(0, 20))).toBe(null);
  });
});
