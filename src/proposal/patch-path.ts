/** How a path is written in a unified diff: plainly, or quoted as Git quotes it. */

const SHORT: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

/** A prefixed path (`a/docs/x.md`), in double quotes with octal bytes when it holds anything but plain ASCII. */
export function quotePath(path: string): string {
  if (!/[^\x20-\x7e]|["\\]/.test(path)) return path;
  let out = '"';
  for (const byte of new TextEncoder().encode(path)) {
    const short = SHORT[byte];
    if (short !== undefined) out += short;
    else if (byte < 32 || byte > 126) out += `\\${byte.toString(8).padStart(3, '0')}`;
    else out += String.fromCharCode(byte);
  }
  return `${out}"`;
}

/** The path as it stands after `--- ` or `+++ `: a name with a blank ends with a tab, so that readers find its end. */
export function headerPath(path: string): string {
  const quoted = quotePath(path);
  return !quoted.startsWith('"') && path.includes(' ') ? `${quoted}\t` : quoted;
}
