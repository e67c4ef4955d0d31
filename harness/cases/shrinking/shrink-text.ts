import { FILLINGS, leanText, shortestOf } from './lean-text.js';
import { type Offering, type Surroundings, firstOffered, leastOffered, neededParts } from './offering.js';
import { shrinkTemplate } from './shrink-template.js';
import { characterSize } from './text-size.js';
import { textTemplateOf } from './text-template.js';
import { uniformText } from './uniform-text.js';

/**
 * The letter that is used if the string `a` is not permitted, for example because another item of a unique list is `a`.
 */
const SECOND = 'b';
/** One character of each kind, the simplest first. It may replace less common characters of its kind. */
const KINDS: readonly string[] = ['1', '-', '/', 'é', '日'];
/** Strings of digits, each a number just beyond the range of a number type. */
const NUMBERS: readonly string[] = [
  '128',
  '256',
  '32768',
  '65536',
  '16777217',
  '2147483648',
  '4294967296',
  '9007199254740992',
  '9007199254740993',
];
const CAPITALS: readonly string[] = ['1', 'A'];
const BLANKS: readonly string[] = [' '];
/** If a string has at most this number of unusual characters, each of them is replaced with a simpler one. */
const MAX_REPLACED = 4;
/**
 * The maximum number of chunks into which a string is cut, and the maximum number of chunks that are simplified one by
 * one.
 */
const MAX_CHUNKS = 8;
const MAX_SMOOTHED = 8;

/**
 * Shrinks a string to the simplest string that shows the fault. The result has only letters, or as few other characters
 * as possible. `preferred` contains the simplest strings of the format that the contract states.
 */
export function* shrinkText<T>(
  value: string,
  around: Surroundings<T, string>,
  preferred: readonly string[] = [],
): Offering<T, string> {
  if (preferred.includes(value)) return value;
  const first = yield* firstOffered(preferred.filter(around.fits).slice(0, 1), around);
  if (first !== undefined) return first;
  const isFree = around.fits('a'.repeat([...value].length));
  const letters = yield* shrinkLetters(value, around);
  if (letters !== undefined) return letters;
  const template = isFree ? undefined : textTemplateOf(value);
  if (template !== undefined) return yield* shrinkTemplate(template, around);
  // The search may use no other string, for example because the string names the violated member.
  if (leanText([...value], new Set(), around.fits) === undefined) return value;
  const number = yield* roundNumber(value, around);
  if (number !== undefined) return number;
  const needed = yield* neededCharacters(yield* uniformText(value, around), around);
  const smooth = yield* smoothed([...needed], around);
  return yield* centred(yield* replaced(yield* shortened(smooth, around), around), around);
}

/**
 * The shortest string of letters that shows the fault. There is one if the fault depends only on the length in
 * characters or bytes.
 */
function* shrinkLetters<T>(value: string, around: Surroundings<T, string>): Offering<T, string | undefined> {
  const single = ['a', SECOND].find((letter) => around.fits(letter));
  if (single !== undefined && (yield* around.offer(single))) return single;
  const most = [...value].length;
  for (const filling of FILLINGS) {
    const filled = (length: number): string => filling.repeat(length);
    const least = shortestOf(Math.max(1, most), 1, filled, around.fits);
    if (least === undefined) continue;
    if (yield* around.offer(least)) return least;
    if (value === filled(most)) return yield* shortestFilling(least.length, most, filling, around);
    const bytes = Buffer.byteLength(value);
    const longest = [bytes, most, most - 1].find(
      (length) => length > least.length && filled(length) !== value && around.fits(filled(length)),
    );
    if (longest === undefined) return undefined;
    return (yield* around.offer(filled(longest)))
      ? yield* shortestFilling(least.length, longest, filling, around)
      : undefined;
  }
  return undefined;
}

function* shortestFilling<T>(
  least: number,
  most: number,
  filling: string,
  around: Surroundings<T, string>,
): Offering<T, string> {
  const lengths = Array.from({ length: Math.max(0, most - least - 1) }, (_, index) => least + 1 + index);
  return filling.repeat(
    (yield* leastOffered(
      lengths,
      within(around, (length) => filling.repeat(length)),
    )) ?? most,
  );
}

function within<T, Part>(around: Surroundings<T, string>, make: (part: Part) => string): Surroundings<T, Part> {
  return { fits: (part) => around.fits(make(part)), offer: (part) => around.offer(make(part)) };
}

function* roundNumber<T>(value: string, around: Surroundings<T, string>): Offering<T, string | undefined> {
  const [, sign = '', digits = ''] = /^(-?)([1-9]\d{2,})$/.exec(value) ?? [];
  const smaller = NUMBERS.filter(
    (number) => number.length < digits.length || (number.length === digits.length && number < digits),
  );
  const found = yield* leastOffered(smaller.map((number) => sign + number).filter(around.fits), around);
  return found ?? (NUMBERS.includes(digits) ? value : undefined);
}

/**
 * Finds the characters that cause the fault, unusual characters first. The other characters are removed, or replaced
 * with letters so that the length stays the same.
 */
function* neededCharacters<T>(value: string, around: Surroundings<T, string>): Offering<T, string> {
  const characters = [...value];
  const all = [...characters.keys()];
  let best = value;
  const keeping = (make: (kept: ReadonlySet<number>) => string | undefined) =>
    function* keep(kept: readonly number[]): Offering<T, boolean> {
      const text = make(new Set(kept));
      if (text === undefined || text === best) return text === best;
      const holds = yield* around.offer(text);
      if (holds) best = text;
      return holds;
    };
  const shortest = keeping((kept) => leanText(characters, kept, around.fits));
  const asLong = keeping((kept) => characters.map((character, index) => (kept.has(index) ? character : 'a')).join(''));
  const unusual = all.filter((index) => !/^[a-z]$/.test(characters[index] ?? ''));
  if (unusual.length > 0 && unusual.length < all.length) {
    for (const keep of [shortest, asLong]) {
      if (!(yield* keep(unusual))) continue;
      yield* neededParts(unusual, keep, MAX_CHUNKS);
      return best;
    }
  }
  yield* neededParts(all, shortest, MAX_CHUNKS);
  return best;
}

/** Replaces characters with letters: first half of the string, then smaller chunks. */
function* smoothed<T>(characters: readonly string[], around: Surroundings<T, string>): Offering<T, string> {
  const filling = FILLINGS.find((candidate) =>
    characters.some((_, index) => around.fits(characters.with(index, candidate).join(''))),
  );
  let current = characters;
  const finest = Math.max(1, Math.ceil(current.length / MAX_SMOOTHED));
  for (let size = filling === undefined ? 0 : current.length; size >= finest; size >>= 1) {
    for (let start = 0; start < current.length; start += size) {
      const smoother = current.map((character, index) =>
        index >= start && index < start + size ? (filling ?? '') : character,
      );
      if (yield* around.offer(smoother.join(''))) current = smoother;
    }
  }
  return current.join('');
}

/** Removes as many letters as possible, for a fault that needs both a minimum length and a certain character. */
function* shortened<T>(value: string, around: Surroundings<T, string>): Offering<T, string> {
  const characters = [...value];
  const unusual = new Set([...characters.keys()].filter((index) => characters[index] !== 'a'));
  const letters = [...characters.keys()].filter((index) => !unusual.has(index));
  const lean = leanText(characters, unusual, around.fits);
  if (letters.length < 2 || lean === undefined || lean.length >= value.length || (yield* around.offer(lean)))
    return lean ?? value;
  const counts = Array.from({ length: letters.length - 1 }, (_, index) => index + 1);
  const cut = (count: number): string =>
    characters.filter((_, index) => !letters.slice(count).includes(index)).join('');
  const count = yield* leastOffered(counts, within(around, cut));
  return yield* withoutRuns(count === undefined ? value : cut(count), around);
}

/** Removes the letters at the start and at the end of the string, if the string then still shows the fault. */
function* withoutRuns<T>(value: string, around: Surroundings<T, string>): Offering<T, string> {
  for (const end of [/^a+(?!$)/, /(?<!^)a+$/]) {
    const cut = value.replace(end, '');
    if (cut !== value && around.fits(cut) && (yield* around.offer(cut))) return cut;
  }
  return value;
}

/** Replaces less common characters with more common ones, as long as the fault still shows. */
function* replaced<T>(value: string, around: Surroundings<T, string>): Offering<T, string> {
  let characters: readonly string[] = [...value];
  const unusual = [...characters.keys()].filter((index) => !/^[a-z]$/.test(characters[index] ?? ''));
  if (unusual.length > MAX_REPLACED) return value;
  for (const index of unusual) {
    const before = characters;
    const putting = within(around, (character: string) => before.with(index, character).join(''));
    const character = before[index] ?? '';
    for (const kinds of kindsFor(character)) {
      const simpler = kinds.filter((kind) => characterSize(kind) < characterSize(character) && putting.fits(kind));
      const found = yield* leastOffered(simpler, putting);
      if (found === undefined) continue;
      characters = before.with(index, found);
      break;
    }
  }
  return characters.join('');
}

function kindsFor(character: string): readonly (readonly string[])[] {
  if (/[A-Z]/.test(character)) return [CAPITALS];
  return /\s/.test(character) ? [BLANKS, KINDS] : [KINDS];
}

/**
 * Moves the characters that cause the fault to the middle, if the fault still shows: `aa/` becomes `a/a`. Otherwise a
 * reader could assume that only the end of a string matters.
 */
function* centred<T>(value: string, around: Surroundings<T, string>): Offering<T, string> {
  const [, before = '', core = '', behind = ''] = /^(a*)(.*?)(a*)$/su.exec(value) ?? [];
  const filling = before.length + behind.length;
  if (core === '' || filling < 2 || (before !== '' && behind !== '')) return value;
  const half = Math.ceil(filling / 2);
  const middle = 'a'.repeat(half) + core + 'a'.repeat(filling - half);
  return (yield* around.offer(middle)) ? middle : value;
}
