/** The TOML reader beyond the published suite: safety, exact values, exact places, plain reasons. */
import fc from 'fast-check';
import { parse as otherParse, TomlDate } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import {
  isTagged,
  limits,
  parseToml,
  type TomlDocument,
  type TomlValue,
  writeTomlKey,
  writeTomlValue,
} from '../../src/base/index.ts';
import { anyTable } from '../source/arbitrary.ts';

function read(text: string): TomlDocument {
  const result = parseToml(text);
  if (!result.ok) throw new Error(`${result.line}:${result.column} ${result.reason}`);
  return result;
}
const valueIn = (text: string) => read(`a = ${text}`).value.a;
const faultOf = (text: string) => {
  const result = parseToml(text);
  if (result.ok) throw new Error('it was read');
  return result;
};

describe('names that JavaScript gives a meaning', () => {
  it.each([
    '[toString]\ncall = 1',
    '[constructor]\nz = 1',
    '[__proto__]\npolluted = "yes"',
    '__proto__.polluted = 1',
    'a = { __proto__ = { polluted = 1 }, constructor = { prototype = { polluted = 1 } } }',
    '[[__proto__]]\npolluted = 1\n[[__proto__]]\npolluted = 2',
    '[a.hasOwnProperty.call]\nx = 1',
    'valueOf = 1\ntoString = 2',
  ])('are data in %j', (text) => {
    const before = Object.getOwnPropertyNames(Object.prototype).map((name) => [
      name,
      Object.getOwnPropertyDescriptor(Object.prototype, name),
      name === '__proto__' ? [] : Object.getOwnPropertyNames((Object.prototype as never)[name] ?? {}),
    ]);
    const { value } = read(text);
    expect(Object.getPrototypeOf(value)).toBe(null);
    expect(Object.keys(value).length).toBeGreaterThan(0);
    expect(
      Object.getOwnPropertyNames(Object.prototype).map((name) => [
        name,
        Object.getOwnPropertyDescriptor(Object.prototype, name),
        name === '__proto__' ? [] : Object.getOwnPropertyNames((Object.prototype as never)[name] ?? {}),
      ]),
    ).toEqual(before);
    expect(({} as Record<string, unknown>).polluted).toBe(undefined);
  });

  it('keep their values, at every level', () => {
    const { value } = read('[__proto__]\nstatus = "x"\n[toString.constructor]\ny = 1\n');
    expect(JSON.stringify(value)).toBe('{"__proto__":{"status":"x"},"toString":{"constructor":{"y":1}}}');
  });

  it('leave only $toml, which is kept for tagged values', () => {
    for (const text of ['"$toml" = 1', '[a."$toml"]', '[["$toml"]]', 'a = { "$toml" = 1 }', 'a."$toml".b = 1']) {
      expect(faultOf(text).reason).toBe('the key "$toml" is kept for DocForge');
    }
  });
});

describe('exact values', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', { $toml: 'integer', text: '9007199254740993' }],
    ['0x20_0000_0000_0001', { $toml: 'integer', text: '9007199254740993' }],
    ['-9223372036854775808', { $toml: 'integer', text: '-9223372036854775808' }],
    ['+1_000', 1000],
    ['-0', 0],
    ['1.0', { $toml: 'float', text: '1.0' }],
    ['+1_0.2_5E+0_3', { $toml: 'float', text: '10.25e+03' }],
    ['0.1000000000000000055511151231257827', { $toml: 'float', text: '0.1000000000000000055511151231257827' }],
    ['-nan', { $toml: 'float', text: 'nan' }],
    ['+inf', { $toml: 'float', text: 'inf' }],
    ['2024-02-29', { $toml: 'local_date', text: '2024-02-29' }],
    ['2024-11-03 01:30:00-05:00', { $toml: 'offset_datetime', text: '2024-11-03T01:30:00-05:00' }],
    ['2024-11-03t01:30:00.10z', { $toml: 'offset_datetime', text: '2024-11-03T01:30:00.10Z' }],
    ['2025-03-30T02:30:00', { $toml: 'local_datetime', text: '2025-03-30T02:30:00' }],
    ['06:45:00', { $toml: 'local_time', text: '06:45:00' }],
  ])('%s', (text, expected) => {
    expect({ ...(valueIn(text) as object), v: valueIn(text) }).toEqual({ ...(expected as object), v: expected });
  });

  it('are the same in every time zone', () => {
    const zone = process.env.TZ;
    const seen = ['Pacific/Auckland', 'America/Los_Angeles', 'UTC'].map((TZ) => {
      process.env.TZ = TZ;
      return JSON.stringify(read('a = 2024-02-29\nb = 2024-11-03T01:30:00-05:00\nc = 06:45:00\n').value);
    });
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    expect(new Set(seen).size).toBe(1);
  });

  it.each([
    ['9223372036854775808', 'the integer 9223372036854775808 does not fit in 64 bits'],
    ['2023-02-29', 'the day 2023-02-29 does not exist'],
    ['1900-02-29', 'the day 1900-02-29 does not exist'],
    ['2023-13-01', 'the month 13 is not between 01 and 12'],
    ['24:00:00', 'the hour 24 is not between 00 and 23'],
    ['2023-01-01T10:60:00Z', 'the minute 60 is not between 00 and 59'],
    ['2023-01-01T10:00:00+24:00', 'the offset +24:00 is out of range'],
    ['012', '012 is not a number, a date or a time'],
    ['yes', 'yes is not a value; text must stand in quotes'],
  ])('%s is refused', (text, reason) => {
    expect(faultOf(`a = ${text}`)).toMatchObject({ reason, line: 1, column: 5, offset: 4 });
  });
});

describe('places', () => {
  const text = [
    '# head',
    'a = 1   # c',
    '"b c".d = "é🚀" # x',
    'e = [1,',
    '  { f = 2, g.h = 3 }, ]',
    '[[t]]',
    "  u = '''",
    'two',
    "'''",
    '[ t . v ]',
    'w = 1979-05-27 07:32:00Z # date',
  ];

  it.each([
    ['LF', '\n', ''],
    ['CRLF', '\r\n', ''],
    ['CRLF and a byte order mark', '\r\n', '\ufeff'],
  ])('of statements, items and headers, with %s', (_name, newline, mark) => {
    const source = mark + text.join(newline);
    const { statements, headers } = read(source);
    const cut = (start: number, end: number) => source.slice(start, end).replaceAll('\r\n', '\n');
    expect(
      statements.map((s) => [
        s.path.join('/'),
        cut(s.keyStart, s.keyEnd),
        cut(s.valueStart, s.valueEnd),
        s.line,
        s.column,
      ]),
    ).toEqual([
      ['a', 'a', '1', 2, 1],
      ['b c/d', '"b c".d', '"é🚀"', 3, 1],
      ['e', 'e', '[1,\n  { f = 2, g.h = 3 }, ]', 4, 1],
      ['t/0/u', 'u', "'''\ntwo\n'''", 7, 3],
      ['t/0/v/w', 'w', '1979-05-27 07:32:00Z', 11, 1],
    ]);
    expect(statements[2]!.items?.map(({ start, end }) => cut(start, end))).toEqual(['1', '{ f = 2, g.h = 3 }']);
    expect(headers.map((h) => [h.kind, h.path.join('/'), cut(h.start, h.end), h.line, h.column])).toEqual([
      ['array', 't/0', '[[t]]', 6, 1],
      ['table', 't/0/v', '[ t . v ]', 10, 1],
    ]);
  });

  it('of a part of a text are places of the whole', () => {
    const whole = '+++\r\na = 1\r\nb = 2\r\n+++\r\n';
    const result = parseToml(whole, { start: 5, end: 19 });
    expect(result).toMatchObject({
      ok: true,
      statements: [
        { start: 5, line: 2 },
        { start: 12, line: 3 },
      ],
    });
    const fault = parseToml('+++\n\na = 1\na = 2\n+++\n', { start: 4, end: 17 });
    expect(fault).toMatchObject({
      ok: false,
      line: 4,
      column: 1,
      offset: 11,
      reason: '"a" is already defined (first on line 3)',
    });
  });

  it('of pairs of an inline table', () => {
    const [statement] = read('a = { b = 1, "c d".e = "x" }').statements;
    expect(statement!.items?.map(({ keys, valueStart, end }) => [keys, valueStart, end])).toEqual([
      [['b'], 10, 11],
      [['c d', 'e'], 23, 26],
    ]);
  });
});

describe('reasons and their places', () => {
  it.each([
    ['a = 1\nb = 2\na = 3\n', '"a" is already defined (first on line 1)', 3, 1],
    ['[a]\n[b]\n[a]\n', '"a" is already defined (first on line 1)', 3, 1],
    ['a = 1\n[a.b]\n', '"a" is already a value, so it cannot be extended (first on line 1)', 2, 1],
    ['[a.b]\n[a]\nb.c = 1\n', '"b" is already defined, so a dotted key cannot extend it (first on line 1)', 3, 1],
    ['a = { b = 1, b = 2 }', '"b" is already defined', 1, 14],
    ['a = "x\ny"', 'the string is not closed on its line', 1, 7],
    ['a = """x\ny', 'the multi-line string is not closed', 2, 2],
    ['a = [1, 2', 'the array is not closed', 1, 10],
    ['a = [1 2]', 'a comma or the closing bracket is expected here', 1, 8],
    ['a = { b = 1, }', 'an inline table may not end with a comma', 1, 14],
    ['a = {\nb = 1 }', 'an inline table must end on its line', 1, 6],
    ['a = \n', 'a value is expected here', 1, 5],
    ['a 1', 'an "=" is expected after the key', 1, 3],
    ['a = 1 b = 2', 'nothing but a comment may follow on this line', 1, 7],
    ['a = "\\q"', 'this character cannot follow a backslash; write \\\\ for a backslash', 1, 7],
    ['a = "\\ud800"', 'the escape does not name a Unicode character', 1, 12],
    ['[[a]\n', 'the header of an array of tables ends with "]]"', 1, 5],
    ['= 1', 'a key, a [header] or a comment is expected here', 1, 1],
    ['a = "\u0007"', 'a control character must be written as an escape such as \\u0007', 1, 6],
    ['a = 1\r# x', 'a carriage return stands without its line feed', 1, 6],
    ['# \ud800\n', 'the text holds half a surrogate pair', 1, 3],
  ])('%j', (text, reason, line, column) => {
    expect(faultOf(text)).toMatchObject({ reason, line, column });
  });
});

describe('bounds', () => {
  const deep = (n: number) => `a = ${'['.repeat(n)}${']'.repeat(n)}`;

  it('of depth are exact, and far beyond them nothing overflows', () => {
    expect(parseToml(deep(limits.toml_depth_max)).ok).toBe(true);
    const reason = `tables and arrays are nested deeper than ${limits.toml_depth_max}`;
    expect(faultOf(deep(limits.toml_depth_max + 1)).reason).toBe(reason);
    expect(faultOf(deep(300_000)).reason).toBe(reason);
    expect(faultOf(`a = ${'{a='.repeat(300_000)}`).reason).toBe(reason);
    expect(faultOf(`[${'a.'.repeat(300_000)}a]`).reason).toBe(reason);
    expect(faultOf(`${'a.'.repeat(300_000)}a = 1`).reason).toBe(reason);
  });

  it.each([
    ['one long string', `a = "${'x'.repeat(1_000_000)}"`],
    ['escapes', `a = "${'\\n'.repeat(300_000)}"`],
    ['quotes within lines', `a = """\n${'""x'.repeat(300_000)}"""`],
    ['a long array', `a = [${'1,'.repeat(200_000)}]`],
    ['many keys', Array.from({ length: 50_000 }, (_, i) => `k${i} = ${i}\n`).join('')],
    ['many tables', Array.from({ length: 50_000 }, (_, i) => `[[t]]\nk = ${i}\n`).join('')],
    ['many line ends', '\r\n'.repeat(500_000)],
  ])(
    'of time: %s',
    (_name, text) => {
      expect(parseToml(text).ok).toBe(true);
    },
    10_000,
  );
});

describe('against another reader', () => {
  /** A value in words that both readers can be put into. */
  function common(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(common);
    if (value instanceof TomlDate) return ['date', value.toISOString().replace(/\.000(?=$|[Z+-])/, '')];
    if (typeof value === 'bigint') return value.toString();
    if (isTagged(value)) {
      if (value.$toml === 'integer') return value.text;
      if (value.$toml === 'float') return Number(value.text.replace('inf', 'Infinity'));
      return ['date', value.text.replace(/(\.\d{3})\d*/, '$1').replace('.5', '.500')];
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value).map(([key, child]) => [key, common(child)]);
  }

  it('what we write reads the same', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const entries = Object.entries(table) as [string, TomlValue][];
        const text = entries.map(([key, value]) => `${writeTomlKey(key)} = ${writeTomlValue(value)}\n`).join('');
        const ours = common(read(text).value);
        expect(ours).toEqual(common(table));
        if (/__proto__|"$toml"/.test(text)) return;
        expect(common(otherParse(text, { integersAsBigInt: 'asNeeded' }))).toEqual(ours);
      }),
      { numRuns: 300 },
    );
  });
});
