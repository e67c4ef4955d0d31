import { EDGE_CASE_TEXTS } from '../../../contract/formats/edge-case-texts.js';
import { matchesAll, matchesAny } from '../../../contract/patterns/pattern-tests.js';
import type { Constraints } from '../../../contract/constraints/constraint-types.js';
import { formatPattern, formatTests } from '../../../contract/formats/format-test.js';
import { codePointLength } from './code-points.js';
import { formatSource } from './format-source.js';
import { packedTexts } from './packed-texts.js';
import { branchTexts } from './pattern-branches.js';
import { type LengthGoal, jointWriter, patternWriter } from './pattern-source.js';
import { FIRST_CHOICE, Random } from './random.js';

/** Generates strings that satisfy given constraints. */
export interface TextSource {
  /** A random string. `undefined` if none was found within the limit of tries. */
  any(random: Random): string | undefined;
  /** The shortest, the longest and some unusual strings, the simplest first. The result is deterministic. */
  edges(): readonly string[];
}

/**
 * The usual maximum length. Longer strings are generated occasionally, or if the schema requires them. Even then they
 * are not longer than the longest boundary value.
 */
const USUAL_LENGTH = 24;
const LARGEST_SHOWN = 1000;
/** The maximum length of a string that is generated for a `maxLength` boundary. */
const LARGEST_EDGE = 10_000;
/**
 * The number of edge-case texts that are used unpacked, before the packed texts: the empty text, texts with blanks at
 * the ends, and NUL, which a packed text cannot contain.
 */
const FIRST_ALONE = 5;
/** The maximum number of texts that contain several edge-case texts. */
const MOST_PACKED = 3;
const MAX_TRIES = 30;
/**
 * The number of stored strings of a format that are tried. A format has few stored strings, so more tries would not
 * help.
 */
const OWN_TRIES = 10;
/** The number of random strings of a pattern, in addition to its shortest and longest string. */
const SAMPLES = 8;

/**
 * Generates strings for flattened constraints. If possible, strings of a format have a form that common validators
 * accept. Lengths count code points, as in JSON Schema (Validation §6.3).
 */
export function textSource(constraints: Constraints): TextSource {
  const usual = constraints.formats.flatMap((format) => formatSource(format)?.usual?.test ?? []);
  const source = sourceOf(constraints, usual);
  const isEmpty = usual.length > 0 && source.any(Random.of('usual')) === undefined;
  return isEmpty ? sourceOf(constraints, []) : source;
}

function sourceOf(constraints: Constraints, usual: readonly RegExp[]): TextSource {
  const isOfFormats = formatsTest(constraints.formats);
  const matches = (text: string): boolean =>
    fits(text, constraints) &&
    isOfFormats(text) &&
    matchesAll(constraints.patterns, text) &&
    !matchesAny(constraints.notPatterns, text) &&
    usual.every((test) => test.test(text)) &&
    !constraints.excluded.includes(text);
  const written = constraints.patterns.length === 0 ? [] : [patternTexts(constraints, matches)];
  const formats = constraints.formats.filter((format) => formatSource(format) !== undefined);
  const sources = [...written, ...formats.map((format) => formatTexts(format, constraints, matches, usual.length > 0))];
  const [source = anyTexts(constraints, matches), ...others] = sources;
  return others.length === 0 ? source : oneOfTexts([source, ...others]);
}

/** Tests a string against all known formats. An unknown format accepts any string. */
function formatsTest(formats: readonly string[]): Matches {
  if (formats.length === 0) return () => true;
  const known = formatTests();
  const tests = formats.map((format) => known.get(format)).filter((test) => test !== undefined);
  return (text) => tests.every((test) => test(text));
}

/**
 * Combines several sources of strings. Each source considers only some of the constraints, so another source may
 * succeed if the first fails.
 */
function oneOfTexts(sources: readonly TextSource[]): TextSource {
  const any = (random: Random): string | undefined => {
    const first = random.below(sources.length);
    for (let offset = 0; offset < sources.length; offset += 1) {
      const text = sources[(first + offset) % sources.length]?.any(random);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  return { any, edges: () => [...new Set(sources.flatMap((source) => source.edges()))] };
}

type Matches = (text: string) => boolean;

function patternTexts(constraints: Constraints, matches: Matches): TextSource {
  const { minLength, maxLength } = constraints;
  // Unusual strings are also tried for patterns, because loose patterns often allow a slash or a quote.
  const edgeCases = EDGE_CASE_TEXTS.filter(matches);
  const write = jointWriter(constraints.patterns);
  const any = (random: Random): string | undefined => {
    if (edgeCases.length > 0 && (write === undefined || random.oneIn(4))) return random.pick(edgeCases);
    return write && firstOf(() => write(random, lengthGoal(constraints, random)), matches);
  };
  const edges = (): readonly string[] => {
    if (write === undefined) return edgeCases;
    const shortest = write(FIRST_CHOICE, { min: minLength, max: minLength });
    const longest = maxLength <= LARGEST_EDGE ? [write(FIRST_CHOICE, { min: maxLength, max: maxLength })] : [];
    const branches = constraints.patterns.flatMap(branchTexts);
    return [
      ...[shortest, ...longest].filter(matches),
      ...samples(any, constraints.patterns.join(' ')),
      ...edgeCases,
      ...new Set(branches.filter(matches)),
    ];
  };
  return { any, edges };
}

/**
 * The stored strings of a format. If patterns or lengths exclude too many stored strings, strings are generated from
 * the grammar of the format.
 */
function formatTexts(format: string, constraints: Constraints, matches: Matches, isUsual: boolean): TextSource {
  const source = formatSource(format);
  const { minLength, maxLength, patterns } = constraints;
  const own = source?.edges.filter(matches) ?? [];
  const makeOwn = (random: Random): string | undefined =>
    source && firstOf(() => source.any(random), matches, OWN_TRIES);
  if (patterns.length === 0 && minLength === 0 && maxLength === Infinity) return { any: makeOwn, edges: () => own };
  const grammar = (isUsual ? source?.usual?.pattern : undefined) ?? formatPattern(format);
  const write = grammar === undefined ? undefined : patternWriter(grammar);
  const written = (choice: Random | typeof FIRST_CHOICE, goal: LengthGoal): string | undefined => {
    return write && firstOf(() => write(choice, goal), matches, choice === FIRST_CHOICE ? 1 : MAX_TRIES);
  };
  const any = (random: Random): string | undefined => {
    if (own.length === 0 || random.oneIn(4)) return written(random, lengthGoal(constraints, random)) ?? makeOwn(random);
    return makeOwn(random) ?? random.pick(own);
  };
  const edges = (): readonly string[] => {
    const bounds = [minLength, ...(maxLength <= LARGEST_EDGE ? [maxLength] : [])].map((length) =>
      written(FIRST_CHOICE, { min: length, max: length }),
    );
    return [
      ...own,
      ...bounds.filter((text) => text !== undefined),
      ...samples((random) => written(random, lengthGoal(constraints, random)), format),
    ];
  };
  return { any, edges };
}

function anyTexts(constraints: Constraints, matches: Matches): TextSource {
  const { minLength, maxLength } = constraints;
  const edgeCases = EDGE_CASE_TEXTS.filter(matches);
  const any = (random: Random): string | undefined => {
    if (edgeCases.length > 0 && random.oneIn(3)) return random.pick(edgeCases);
    return firstOf(() => anyText(lengthGoal(constraints, random), random), matches);
  };
  const edges = (): readonly string[] => {
    const longest = maxLength <= LARGEST_EDGE ? ['z'.repeat(maxLength), '🧰'.repeat(maxLength)] : [];
    const shortest = ['a'.repeat(Math.max(minLength, Math.min(1, maxLength))), 'a'.repeat(minLength)];
    const packed = packedTexts(Math.min(maxLength, LARGEST_SHOWN)).filter(matches).slice(0, MOST_PACKED);
    return [...shortest, ...longest, ...edgeCases.slice(0, FIRST_ALONE), ...packed, ...edgeCases.slice(FIRST_ALONE)];
  };
  return { any, edges };
}

function samples(any: (random: Random) => string | undefined, name: string): readonly string[] {
  const random = Random.of('edges', name);
  return Array.from({ length: SAMPLES }, () => any(random)).filter((text) => text !== undefined);
}

function firstOf(make: () => string, matches: Matches, tries = MAX_TRIES): string | undefined {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const text = make();
    if (matches(text)) return text;
  }
  return undefined;
}

/**
 * A length for a random string: usually small, sometimes the minimum, and rarely the maximum, but never a very large
 * maximum.
 */
function lengthGoal({ minLength, maxLength }: Constraints, random: Random): LengthGoal {
  if (random.oneIn(8)) return { min: minLength, max: minLength };
  if (random.oneIn(16) && maxLength <= LARGEST_SHOWN) return { min: maxLength, max: maxLength };
  const usual = minLength < USUAL_LENGTH ? USUAL_LENGTH : minLength + USUAL_LENGTH;
  return { min: minLength, max: Math.min(maxLength, usual) };
}

function anyText(goal: LengthGoal, random: Random): string {
  const characters = random.oneIn(2) ? SIMPLE : MIXED;
  let text = '';
  for (let length = random.integer(goal.min, goal.max); length > 0; length -= 1) text += random.pick(characters);
  return text;
}

function fits(text: string, { minLength, maxLength }: Constraints): boolean {
  const length = codePointLength(text);
  return length >= minLength && length <= maxLength;
}

const SIMPLE = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** One character of each kind that software encodes, escapes, converts to another case, joins or reorders. */
const MIXED = [
  ...'aZ09 /?#%&=+:;,@!$\'"()*[]{}<>|\\^`~-_.äßéñØ€¥日本語中文한글שלוםالعربية🧰🔩✅😀',
  '\u0301',
  '\u200d',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u{10ffff}',
  '\t',
  '\n',
  '\u0001',
  '\u007f',
];
