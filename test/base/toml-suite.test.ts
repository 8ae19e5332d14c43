/** The published toml-test suite for TOML 1.0.0, every file of it. The fixture names its source and licence. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isTagged, parseToml, type TomlValue } from '../../src/base/index.ts';

interface Suite {
  valid: Record<string, { toml: string; json: unknown }>;
  invalid: Record<string, { toml?: string; base64?: string }>;
}
const suite = JSON.parse(readFileSync(new URL('../fixtures/toml-test.json', import.meta.url), 'utf8')) as Suite;

const KINDS: Record<string, string> = {
  integer: 'integer',
  float: 'float',
  offset_datetime: 'datetime',
  local_datetime: 'datetime-local',
  local_date: 'date-local',
  local_time: 'time-local',
};

/** Fractions of a second mean the same with or without zeros at their end; floats are compared as numbers. */
function comparable(type: string, text: string): string {
  if (type === 'float') return String(Number(text.replace(/^([+-]?)inf$/, '$1Infinity').replace('nan', 'NaN')));
  if (type.includes('time')) return text.replace(/(\.\d*?)0+(?=$|[Z+-])/, '$1').replace(/\.(?=$|[Z+-])/, '');
  return text;
}

function tag(value: TomlValue): unknown {
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'boolean') return { type: 'bool', value: String(value) };
  if (typeof value === 'number') return { type: 'integer', value: String(value) };
  if (Array.isArray(value)) return value.map(tag);
  if (isTagged(value)) return { type: KINDS[value.$toml], value: comparable(KINDS[value.$toml]!, value.text) };
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, tag(child as TomlValue)]));
}

function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected);
  const record = value as Record<string, unknown>;
  if (typeof record.type === 'string' && typeof record.value === 'string' && Object.keys(record).length === 2) {
    return { type: record.type, value: comparable(record.type, record.value) };
  }
  return Object.fromEntries(Object.entries(record).map(([key, child]) => [key, expected(child)]));
}

describe('toml-test, TOML 1.0.0', () => {
  it('has the whole list', () => {
    expect([Object.keys(suite.valid).length, Object.keys(suite.invalid).length]).toEqual([210, 499]);
  });

  it.each(Object.entries(suite.valid))('reads valid/%s', (_name, { toml, json }) => {
    const result = parseToml(toml);
    expect(result).toMatchObject({ ok: true });
    if (result.ok) expect(tag(result.value)).toEqual(expected(json));
  });

  it.each(Object.entries(suite.invalid))('refuses invalid/%s', (_name, { toml, base64 }) => {
    if (toml === undefined) {
      const bytes = Buffer.from(base64!, 'base64');
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
      return;
    }
    const result = parseToml(toml);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.offset).toBeLessThanOrEqual(toml.length);
  });
});
