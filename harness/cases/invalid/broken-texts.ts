import type { Json } from '../../../contract/json/json.js';
import type { Breaker } from './broken.js';
import { otherCase } from './broken-scalars.js';
import { codePointLength } from '../scalars/code-points.js';
import { lengthNeighbours, patternNeighbours } from '../scalars/pattern-neighbours.js';

/** Characters that most patterns forbid. */
const OFTEN_REFUSED = [' ', '/', '\u0000', 'x', 'é', '0'];
/**
 * The number of slightly changed valid strings that are tried before strings that differ from a match of the pattern in
 * one character.
 */
const NEAREST = 5;
/** The maximum number of tried strings that differ from a match of the pattern in one character. */
const NEIGHBOURS = 4;
/** The maximum number of strings that a pattern refuses only because of their length. */
const LENGTHS = 2;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^-?[0-9]+$/;
/**
 * Unusual spellings of whole numbers. Number parsers accept most of them, but many patterns do not. The first spelling
 * is tried before all other strings.
 */
const NUMBER_SPELLINGS = ['01', '-01', '+1', '1.0', '1e1', '-0', '0x1', ' 1', '\uFF11'];
/** The maximum length of a string that is created to exceed `maxLength`. */
const LONGEST = 20_000;

/**
 * Strings that are too short, too long, or violate a pattern or format. Each string is as similar to the valid string
 * as possible.
 */
export const TEXT_BREAKERS: Readonly<Record<string, Breaker>> = {
  minLength: ({ schema, value }, materials) => {
    const least = schema['minLength'];
    if (typeof least !== 'number' || typeof value !== 'string' || least === 0) return [];
    const characters = [...value];
    return [
      characters.slice(0, least - 1).join(''),
      characters.slice(1, least).join(''),
      characters.slice(0, materials.integer(0, least - 1)).join(''),
    ];
  },
  maxLength: ({ schema, value }, materials) => {
    const most = schema['maxLength'];
    if (typeof most !== 'number' || typeof value !== 'string' || most >= LONGEST) return [];
    const missing =
      Math.max(1, most + 1 - codePointLength(value)) + (materials.isRandom ? materials.integer(0, 20) : 0);
    // An empty string has no last character to repeat.
    return [[...value].at(-1) ?? 'x', 'x', '0', 'é'].map((filling) => value + filling.repeat(missing));
  },
  pattern: ({ schema, value }, materials) => {
    const pattern = schema['pattern'];
    if (typeof value !== 'string' || typeof pattern !== 'string') return [];
    const near = [...besidePattern(value), ...nearby(value, materials.integer(0, value.length))];
    const neighbours = patternNeighbours(pattern).slice(0, NEIGHBOURS);
    const lengths = lengthNeighbours(pattern).slice(0, LENGTHS);
    const [zero = '', ...spellings] = NUMBER_SPELLINGS;
    const number = NUMBER.test(value);
    return [
      ...(number ? [zero, ...neighbours.slice(0, 1)] : []),
      ...near.slice(0, NEAREST),
      ...lengths,
      ...neighbours,
      ...(number ? spellings : []),
      ...near.slice(NEAREST),
      ...ofOne(value),
    ];
  },
  format: ({ schema, value }, materials) => {
    return typeof value === 'string'
      ? [
          ...noSuchDays(schema['format']),
          ...nearby(value, materials.integer(0, value.length)),
          'no such format',
          '%',
          ...ofOne(value),
        ]
      : [];
  },
};

/**
 * Days that do not exist in the calendar (RFC 3339 §5.7). Patterns accept such dates, and some parsers read them as
 * days of the next month.
 */
const NO_DAYS = ['2023-02-29', '2026-04-31', '2026-13-01', '2026-01-00'];

function noSuchDays(format: Json | undefined): readonly string[] {
  if (format === 'date') return NO_DAYS;
  return format === 'date-time' ? NO_DAYS.map((day) => `${day}T12:30:00Z`) : [];
}

/**
 * Variants of the valid string: with its letters in the opposite case, with a line feed at its end, with `!` at its
 * end, without its last character, and with `!` at its start.
 * - A service that ignores case accepts the first variant. Strings without letters and UUIDs, whose letters may be in
 * any case (RFC 9562 §4), do not have this variant.
 * - A service that ignores the anchors `^` and `$` of the pattern accepts the variants with `!`, which most patterns
 * forbid.
 * - In Python, Ruby and PHP, `$` also matches before a line feed at the end. In ECMA-262, which JSON Schema recommends
 * for patterns (Validation §6.3.3), it does not.
 */
function besidePattern(value: string): readonly string[] {
  const other = UUID.test(value) ? value : otherCase(value);
  const ends = other === value ? [`${value}!`, `${value}\n`] : [other, `${value}\n`, `${value}!`];
  return [...ends, value.slice(0, -1), `!${value}`];
}

/** Variants of the string with one character removed, inserted or replaced at `at`. */
function nearby(value: string, at: number): readonly string[] {
  const [head, tail] = [value.slice(0, at), value.slice(at)];
  const inserted = OFTEN_REFUSED.map((character) => head + character + tail);
  const replaced = OFTEN_REFUSED.map((character) => head + character + tail.slice(1));
  return [
    value.slice(0, -1),
    value.slice(1),
    `${value}x`,
    `${value} `,
    value.toUpperCase(),
    value.toLowerCase(),
    ...inserted,
    ...replaced,
  ];
}

/** Strings that violate the pattern and are as long as the valid string, so that no limit of the length is violated. */
function ofOne(value: string): readonly string[] {
  const length = Math.max(1, codePointLength(value));
  return [...OFTEN_REFUSED.map((character) => character.repeat(length)), ''];
}
