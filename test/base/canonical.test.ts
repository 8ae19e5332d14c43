import { spawnSync } from 'node:child_process';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanonicalError, canonicalJson, compareCodePoints, hashJson } from '../../src/base/index.ts';

const PYTHON =
  'import json,sys\nfor line in sys.stdin: print(json.dumps(json.loads(line), sort_keys=True, separators=(",", ":")))';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

describe('canonicalJson', () => {
  it('has golden vectors', () => {
    expect(canonicalJson({ b: [1, -2, true, null], a: 'é\u0000"\\\u2028😀', A: {} })).toBe(
      '{"A":{},"a":"\\u00e9\\u0000\\"\\\\\\u2028\\ud83d\\ude00","b":[1,-2,true,null]}',
    );
    expect(canonicalJson('\u007f')).toBe('"\u007f"');
    expect(canonicalJson(-0)).toBe('0');
    expect(hashJson({})).toBe('sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });

  it('equals Python for any JSON without floats', () => {
    const samples = fc.sample(json, { numRuns: 400, seed: 7 });
    samples.push({ '\ue000': 1, '😀': 2, z: 3 });
    const input = samples.map((value) => JSON.stringify(value)).join('\n');
    const python = spawnSync('python3', ['-c', PYTHON], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (python.error) return;
    const lines = python.stdout.split('\n');
    for (const [i, value] of samples.entries()) expect(canonicalJson(value)).toBe(lines[i]);
  });

  it('agrees with an independent library up to escapes of non-ASCII text', () => {
    const ascii = fc.dictionary(fc.string({ maxLength: 6 }), fc.oneof(fc.integer(), fc.string()), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(ascii, (value) => JSON.parse(canonicalJson(value)) && canonicalJson(value) === canonicalize(value)),
      {
        numRuns: 200,
      },
    );
  });

  it('is not bounded by the stack', () => {
    let value: unknown = 1;
    for (let i = 0; i < 200_000; i++) value = i % 2 ? [value] : { k: value };
    expect(canonicalJson(value).length).toBeGreaterThan(400_000);
  });

  it.each([[1.5], [2 ** 53], [Number.NaN], [undefined], [10n], ['\ud800'], [() => 1]])('refuses %s', (value) => {
    expect(() => canonicalJson({ value: [value] })).toThrow(CanonicalError);
  });

  it('refuses a cycle', () => {
    const a: Record<string, unknown> = {};
    a['self'] = { a };
    expect(() => canonicalJson(a)).toThrow(CanonicalError);
  });

  it('keeps a key called __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1}}');
  });

  it('sorts by code point where code units differ', () => {
    expect(compareCodePoints('\uffff', '😀')).toBeLessThan(0);
    expect(compareCodePoints('a', 'ab')).toBeLessThan(0);
  });
});
