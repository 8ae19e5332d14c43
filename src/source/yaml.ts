/**
 * YAML front matter as a TOML table, so that a page of another tool can be read like one of ours.
 *
 * Invariants: dates stay text exactly as written; integers beyond 2^53 and floats are tagged with their text; what
 * TOML cannot say (null) is left out; no alias can make the result much larger than its text.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { limits, type TomlTable, type TomlValue } from '../base/index.ts';
import type { KeyPlace } from './types.ts';

/** The table and the place of each key at its top; or why the text is no mapping, and where. Lines count from 1. */
export type YamlReading =
  | { readonly ok: true; readonly value: TomlTable; readonly places: readonly KeyPlace[] }
  | { readonly ok: false; readonly reason: string; readonly line: number; readonly column: number };

/** Values that one front matter may hold, aliases followed. */
const VALUES_MAX = 100_000;

class YamlStop extends Error {
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

interface Walk {
  readonly resolve: (node: Node) => Node | undefined;
  values: number;
}

function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function numberValue(value: number | bigint, source: string | undefined): TomlValue {
  const tag = ($toml: 'integer' | 'float', text: string) => Object.assign(Object.create(null), { $toml, text });
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    const fits = BigInt.asIntN(64, value) === value;
    return fits ? tag('integer', value.toString()) : (source ?? value.toString());
  }
  if (Number.isNaN(value)) return tag('float', 'nan');
  if (!Number.isFinite(value)) return tag('float', value > 0 ? 'inf' : '-inf');
  const text = source?.replace(/^\+/, '').replace('E', 'e') ?? String(value);
  if (/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:e[+-]?[0-9]+)?|e[+-]?[0-9]+)$/.test(text)) return tag('float', text);
  const plain = String(value);
  return tag('float', /[.e]/.test(plain) ? plain : `${plain}.0`);
}

/** One node as a value; `undefined` for null. Depth is bounded before this descends. */
function convert(node: Node | null, walk: Walk, depth: number): TomlValue | undefined {
  if (node === null) return undefined;
  if (depth > limits.toml_depth_max) throw new YamlStop('values are nested too deeply', offsetOf(node));
  if (++walk.values > VALUES_MAX) throw new YamlStop('the front matter holds too many values', offsetOf(node));
  if (isAlias(node)) {
    const target = walk.resolve(node);
    if (!target) throw new YamlStop('an alias names an anchor that does not exist', offsetOf(node));
    return convert(target, walk, depth + 1);
  }
  if (isSeq(node)) {
    return node.items.map((item) => convert(item as Node | null, walk, depth + 1)).filter((item) => item !== undefined);
  }
  if (isMap(node)) {
    const table: Record<string, TomlValue> = Object.create(null);
    for (const { key, value } of node.items) {
      const name = keyName(key as Node | null);
      const converted = convert(value as Node | null, walk, depth + 1);
      if (converted !== undefined) table[name] = converted;
    }
    return table;
  }
  if (!isScalar(node)) return undefined;
  const { value } = node;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return numberValue(value, node.source);
  return undefined;
}

function keyName(key: Node | null): string {
  if (key === null || !isScalar(key)) throw new YamlStop('a key must be plain text', key === null ? 0 : offsetOf(key));
  const name = key.source ?? String(key.value);
  if (name === '$toml') throw new YamlStop('the key "$toml" is kept for DocForge', offsetOf(key));
  return name;
}

/** How deep a text can be nested at most: brackets that are open at once, or the blanks before its deepest line. */
function tooDeep(text: string): boolean {
  let open = 0;
  for (const c of text) {
    if (c === '[' || c === '{') open++;
    else if (c === ']' || c === '}') open = Math.max(0, open - 1);
    if (open > 4 * limits.toml_depth_max) return true;
  }
  return text.split('\n').some((line) => (/^(?:[ \t]|[-?:] )*/.exec(line)?.[0].length ?? 0) > 2_000);
}

/** Reads one YAML 1.2 mapping; an empty text is an empty table. Never throws. */
export function parseYaml(text: string): YamlReading {
  const lines = new LineCounter();
  const fault = (reason: string, offset: number): YamlReading => {
    const { line, col } = lines.linePos(offset);
    return { ok: false, reason, line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (text.length > limits.yaml_chars_max) {
    return { ok: false, reason: `it is longer than ${limits.yaml_chars_max} characters`, line: 1, column: 1 };
  }
  if (tooDeep(text)) return { ok: false, reason: 'values are nested too deeply', line: 1, column: 1 };
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, intAsBigInt: true });
  const error = document.errors[0];
  if (error) return fault(error.message.split('\n')[0]!.replace(/\.$/, ''), error.pos[0]);
  const root = document.contents as Node | null;
  const empty = root === null || (isScalar(root) && root.value === null);
  if (empty) return { ok: true, value: Object.create(null) as TomlTable, places: [] };
  if (!isMap(root)) return fault('it is not a list of "key: value" lines', offsetOf(root));
  try {
    const walk: Walk = { resolve: (node) => (isAlias(node) ? node.resolve(document) : undefined), values: 0 };
    const places = root.items.map(({ key }) => {
      const { line, col } = lines.linePos(offsetOf(key as Node));
      return { key: keyName(key as Node | null), line, column: col };
    });
    return { ok: true, value: convert(root, walk, 0) as TomlTable, places };
  } catch (cause) {
    if (cause instanceof YamlStop) return fault(cause.message, cause.offset);
    throw cause;
  }
}
