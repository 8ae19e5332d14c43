/**
 * Canonical JSON, the only text that is ever hashed.
 *
 * The bytes equal Python's `json.dumps(value, sort_keys=True, separators=(",", ":"))`: keys sorted by code point,
 * no blanks, everything outside ASCII written as `\uXXXX`. Invariants: no floats, no integer beyond 2^53, no lone
 * surrogate, no `undefined`; iterative, so depth is bounded by memory and not by the stack.
 */
import type { Sha256 } from './brand.ts';
import { sha256Hex } from './hash.ts';

/** Thrown for a value that has no canonical form. A programming error, never a user's. */
export class CanonicalError extends Error {}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quote(text: string): string {
  if (!text.isWellFormed()) throw new CanonicalError('a lone surrogate has no canonical form');
  return `"${text.replace(/["\\\u0000-\u001f\u007f-\uffff]/g, (c) =>
    c === '\u007f' ? c : (ESCAPES[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )}"`;
}

function scalar(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new CanonicalError(`${value} is not an integer within 2^53`);
    return String(value === 0 ? 0 : value);
  }
  if (typeof value !== 'object') throw new CanonicalError(`a ${typeof value} has no canonical form`);
  return undefined;
}

/** Orders two texts by code point, as Python does; for well-formed text without astral characters it is `<`. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}

interface Frame {
  readonly value: object;
  readonly keys: readonly string[] | undefined;
  next: number;
  wrote: boolean;
}

function open(value: object): Frame {
  if (Array.isArray(value)) return { value, keys: undefined, next: 0, wrote: false };
  const keys = Object.keys(value)
    .filter((key) => (value as Record<string, unknown>)[key] !== undefined)
    .sort(compareCodePoints);
  return { value, keys, next: 0, wrote: false };
}

/**
 * The canonical JSON text of a value built from objects, arrays, strings, booleans, `null` and integers within 2^53.
 * An object member whose value is `undefined` is left out. Throws `CanonicalError` for anything else, and for a cycle.
 */
export function canonicalJson(value: unknown): string {
  const first = scalar(value);
  if (first !== undefined) return first;
  const out: string[] = [Array.isArray(value) ? '[' : '{'];
  const stack: Frame[] = [open(value as object)];
  const active = new Set<object>([value as object]);
  while (stack.length > 0) {
    const frame = stack[stack.length - 1]!;
    const size = frame.keys ? frame.keys.length : (frame.value as unknown[]).length;
    if (frame.next >= size) {
      out.push(frame.keys ? '}' : ']');
      active.delete(frame.value);
      stack.pop();
      continue;
    }
    const key = frame.keys?.[frame.next];
    const child =
      key === undefined ? (frame.value as unknown[])[frame.next] : (frame.value as Record<string, unknown>)[key];
    frame.next++;
    if (frame.wrote) out.push(',');
    frame.wrote = true;
    if (key !== undefined) out.push(quote(key), ':');
    const text = scalar(child);
    if (text !== undefined) {
      out.push(text);
      continue;
    }
    if (active.has(child as object)) throw new CanonicalError('a cycle has no canonical form');
    active.add(child as object);
    out.push(Array.isArray(child) ? '[' : '{');
    stack.push(open(child as object));
  }
  return out.join('');
}

/** The hash of a document on paper: SHA-256 over its canonical JSON. */
export function hashJson(value: unknown): Sha256 {
  return `sha256:${sha256Hex(canonicalJson(value))}` as Sha256;
}
