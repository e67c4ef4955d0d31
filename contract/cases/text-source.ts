import * as fc from 'fast-check';
import { AWKWARD_TEXTS } from './awkward-texts.js';
import type { Constraints } from './constraints.js';
import { formatSource } from './format-source.js';
import type { Random } from './random.js';

export type TextSource = (random: Random) => string | undefined;

/** Lengths beyond this are made only where the schema demands them. */
const USUAL_LENGTH = 24;
const MAX_TRIES = 30;

/** Makes strings for flattened constraints; lengths count code points, as JSON Schema's do (Validation §6.3). */
export function textSource(constraints: Constraints): TextSource {
  const [pattern] = constraints.patterns;
  if (pattern !== undefined) return matching(pattern, constraints);
  const format = constraints.formats.map(formatSource).find((source) => source !== undefined);
  if (format !== undefined) return (random) => fitted(format, constraints, random);
  const awkward = AWKWARD_TEXTS.filter((text) => fits(text, constraints));
  return (random) => (awkward.length > 0 && random.oneIn(3) ? random.pick(awkward) : anyText(constraints, random));
}

function matching(pattern: string, constraints: Constraints): TextSource {
  const expression = new RegExp(pattern, 'u');
  // Awkward texts are tried for patterns too: the loosest of them still let a slash or a quote through.
  const awkward = AWKWARD_TEXTS.filter((text) => fits(text, constraints) && expression.test(text));
  const arbitrary = fc.stringMatching(expression);
  return (random) => {
    if (awkward.length > 0 && random.oneIn(4)) return random.pick(awkward);
    const source = new fc.Random(random.clone());
    random.next();
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const text = arbitrary.generate(source, undefined).value;
      if (fits(text, constraints)) return text;
    }
    return undefined;
  };
}

function fitted(source: (random: Random) => string, constraints: Constraints, random: Random): string | undefined {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const text = source(random);
    if (fits(text, constraints)) return text;
  }
  return undefined;
}

function anyText(constraints: Constraints, random: Random): string {
  const { minLength, maxLength } = constraints;
  const usual = Math.min(maxLength, Math.max(minLength, USUAL_LENGTH));
  const length = random.oneIn(8) ? minLength : random.oneIn(16) && maxLength <= 1000 ? maxLength : random.integer(minLength, usual);
  const characters = random.oneIn(2) ? PLAIN : MIXED;
  let text = '';
  for (let index = 0; index < length; index += 1) text += random.pick(characters);
  return text;
}

/** Length in code points, without making an array of them. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if ((text.charCodeAt(index) & 0xfc_00) === 0xd8_00 && (text.charCodeAt(index + 1) & 0xfc_00) === 0xdc_00) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}

function fits(text: string, constraints: Constraints): boolean {
  const length = codePointLength(text);
  return length >= constraints.minLength && length <= constraints.maxLength;
}

const PLAIN = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** One of each kind that is encoded, escaped, folded, joined or reordered somewhere on the way. */
const MIXED = [...'aZ09 /?#%&=+:;,@!$\'"()*[]{}<>|\\^`~-_.äßéñØ€¥日本語中文한글שלוםالعربية🧰🔩✅😀', '\u0301', '\u200d', '\u00a0', '\u2028', '\ufeff', '\u{10ffff}', '\t', '\n', '\u0001', '\u007f'];
