/** Words of a command line as parts of an operation. What cannot be read is passed on as it is, for the reader to refuse. */
import { type Io, readNamed } from '../io.ts';
import { given, type Options } from '../verb.ts';

type Word = Options[string];

/** A relation with its note. */
export function relationOf(type: string, target: string, note: Word): object {
  return { type, target, ...given({ note }) };
}

/** `type:target` as relations; the target may hold colons. */
export function relationsOf(words: Word): unknown {
  if (!Array.isArray(words)) return undefined;
  return words.map((word: string) => {
    const colon = word.indexOf(':');
    return colon === -1 ? word : { type: word.slice(0, colon), target: word.slice(colon + 1) };
  });
}

/** `key=value` as a table; the values are texts. */
export function tablePairs(words: Word): unknown {
  if (!Array.isArray(words)) return undefined;
  return Object.fromEntries(
    words.map((word: string) => {
      const sign = word.indexOf('=');
      return sign === -1 ? [word, ''] : [word.slice(0, sign), word.slice(sign + 1)];
    }),
  );
}

/** The metadata that an update sets; `undefined` when it sets none. */
export function setOf({ family, name, status, authority, tag, field, extra }: Options): object | undefined {
  const set = given({
    ...{ family, title: name, status, authority, tags: tag },
    ...{ fields: tablePairs(field), extra: tablePairs(extra) },
  });
  return Object.keys(set).length === 0 ? undefined : set;
}

/** The text of the file that was named, if one was. */
export async function textOf(file: Word, io: Io): Promise<string | undefined> {
  return typeof file === 'string' ? readNamed(file, io) : undefined;
}
