/**
 * One unquoted TOML value, from its text. Pure; knows the grammar of TOML 1.0 for booleans, numbers, dates and times,
 * and nothing of where the value stands.
 *
 * Invariants: nothing is rounded (an integer that JSON cannot hold, and every float, keeps its text); nothing passes
 * through a `Date`; a day, an hour or an integer out of range is refused, never rolled over.
 */
import type { TomlKind, TomlTagged, TomlValue } from '../toml-value.ts';

const INTEGER = /^[+-]?(?:0|[1-9](?:_?[0-9])*)$/;
const HEX = /^0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*$/;
const OCTAL = /^0o[0-7](?:_?[0-7])*$/;
const BINARY = /^0b[01](?:_?[01])*$/;
const FLOAT =
  /^[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*(?:[eE][+-]?[0-9](?:_?[0-9])*)?|[eE][+-]?[0-9](?:_?[0-9])*)$/;
const SPECIAL = /^[+-]?(?:inf|nan)$/;
const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?/;
const OFFSET = /^(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))$/;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Either a value, or why the text is none. */
export type ScalarReading = { readonly value: TomlValue } | { readonly reason: string };

function tagged($toml: TomlKind, text: string): ScalarReading {
  return { value: Object.assign(Object.create(null), { $toml, text }) as TomlTagged };
}

function readInteger(word: string): ScalarReading {
  const digits = word.replace(/_/g, '').replace(/^\+/, '');
  const exact = digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
  if (exact < INT64_MIN || exact > INT64_MAX) return { reason: `the integer ${word} does not fit in 64 bits` };
  const value = Number(exact);
  if (Number.isSafeInteger(value)) return { value };
  return tagged('integer', exact.toString());
}

function readFloat(word: string): ScalarReading {
  if (word.endsWith('nan')) return tagged('float', 'nan');
  return tagged('float', word.replace(/_/g, '').replace(/^\+/, '').replace('E', 'e'));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function readTime(text: string): { rest: string; time: string } | { reason: string } {
  const match = TIME.exec(text);
  if (!match) return { reason: `${text} is not a time; a time is written 08:30:00` };
  const [time, hour, minute, second] = match;
  if (Number(hour) > 23) return { reason: `the hour ${hour} is not between 00 and 23` };
  if (Number(minute) > 59) return { reason: `the minute ${minute} is not between 00 and 59` };
  if (Number(second) > 60) return { reason: `the second ${second} is not between 00 and 60` };
  return { rest: text.slice(time.length), time };
}

function readDate(word: string): ScalarReading {
  const match = DATE.exec(word);
  if (!match) return { reason: `${word} is not a date; a date is written 2024-02-29` };
  const [date, year, month, day] = match;
  if (Number(month) < 1 || Number(month) > 12) return { reason: `the month ${month} is not between 01 and 12` };
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) {
    return { reason: `the day ${date} does not exist` };
  }
  const rest = word.slice(date.length);
  if (rest === '') return tagged('local_date', date);
  if (!/^[Tt ]/.test(rest)) return { reason: `${word} is not a date; a date is written 2024-02-29` };
  const time = readTime(rest.slice(1));
  if ('reason' in time) return time;
  const local = `${date}T${time.time}`;
  if (time.rest === '') return tagged('local_datetime', local);
  const offset = OFFSET.exec(time.rest);
  if (!offset) return { reason: `${time.rest} is not an offset; an offset is written Z or +01:00` };
  if (Number(offset[1] ?? 0) > 23 || Number(offset[2] ?? 0) > 59) {
    return { reason: `the offset ${time.rest} is out of range` };
  }
  return tagged('offset_datetime', local + time.rest.toUpperCase());
}

/**
 * The value of one unquoted word: boolean, integer, float, date or time. Integers within 2^53 are numbers; larger
 * ones, floats, dates and times are tagged with their normalised text (no `_`, no leading `+`, `T` and `Z` in upper
 * case, an integer in decimal, a fraction of a second digit by digit).
 */
export function readScalar(word: string): ScalarReading {
  if (word === 'true') return { value: true };
  if (word === 'false') return { value: false };
  if (INTEGER.test(word) || HEX.test(word) || OCTAL.test(word) || BINARY.test(word)) return readInteger(word);
  if (FLOAT.test(word) || SPECIAL.test(word)) return readFloat(word);
  if (/^[0-9]{4}-/.test(word)) return readDate(word);
  if (/^[0-9]{2}:/.test(word)) {
    const time = readTime(word);
    if ('reason' in time) return time;
    return time.rest === '' ? tagged('local_time', time.time) : { reason: `${word} is not a time` };
  }
  if (/^[+-]?[0-9]/.test(word)) return { reason: `${word} is not a number, a date or a time` };
  return { reason: `${word} is not a value; text must stand in quotes` };
}
