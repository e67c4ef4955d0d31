import type { CaseInput } from '../case.js';
import type { Json } from '../json.js';
import type { Offering } from './offering.js';
import { shrinkValue } from './shrink-value.js';

/** Tells whether an input is still of the class that is shrunk within: valid, or broken in the same one place. Cheap: sends nothing. */
export type InClass = (input: CaseInput) => boolean;

/** Inputs that are looked at, sent or not: a text of ten thousand characters can be cut in very many ways. */
const MAX_CHECKS = 10_000;

/** Yields candidates; `next(true)` says of the last one that it still shows what is looked for. */
export type SmallerInputs = Generator<CaseInput, void, boolean | undefined>;

/**
 * Smaller inputs of the same class, the boldest first, each strictly smaller by `inputSize` than the best one so far and
 * none twice. They need no memory of how an input was made, so examples and recorded counterexamples shrink as well as
 * generated cases do. Told of each candidate whether it holds, the search goes on from there and ends at an input of which
 * no smaller candidate holds; in a plain `for … of` it offers all that can be tried against the first input.
 */
export function* smallerInputs(input: CaseInput, inClass: InClass): SmallerInputs {
  const search = new Search(input, inClass);
  let before = Infinity;
  while (search.size < before) {
    before = search.size;
    yield* shrinkValue(search.best as unknown as Json, {
      fits: (value) => search.fits(asInput(value)),
      offer: (value) => search.offer(asInput(value)),
    });
  }
}

/** Parts of an input are `Json`, and so is the whole: its absent keys and unbranded texts are those of an input all the same. */
function asInput(value: Json): CaseInput {
  return value as unknown as CaseInput;
}

class Search {
  size: number;
  private checks = 0;
  private readonly tried = new Set<string>();

  constructor(public best: CaseInput, private readonly inClass: InClass) {
    this.size = inputSize(best);
  }

  fits(input: CaseInput): boolean {
    this.checks += 1;
    return this.checks <= MAX_CHECKS && this.inClass(input);
  }

  /** Yields an input where it is worth a try; answers whether it holds. */
  *offer(input: CaseInput): Offering<CaseInput, boolean> {
    const size = inputSize(input);
    const text = JSON.stringify(input);
    if (size >= this.size || this.tried.has(text) || !this.fits(input)) return false;
    this.tried.add(text);
    if ((yield input) !== true) return false;
    this.best = input;
    this.size = size;
    return true;
  }
}

/** Length first, then how many characters are not the plainest one, then how large the numbers are for their digits. */
export function inputSize(input: CaseInput): number {
  const text = JSON.stringify(input);
  let strangeness = 0;
  for (let index = 0; index < text.length; index += 1) strangeness += text.charCodeAt(index) === PLAIN ? 0 : 1;
  return text.length * 1024 + Math.min(1023, strangeness) + magnitude(input as unknown as Json);
}

const PLAIN = 'a'.charCodeAt(0);

/** The mean of all numbers, each as the fraction that its digits make: below 1, and smaller for 51 than for 75. */
function magnitude(value: Json): number {
  const fractions: number[] = [];
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'number') fractions.push(Math.abs(next) / 10 ** (Math.floor(Math.log10(Math.max(1, Math.abs(next)))) + 1));
    else if (typeof next === 'object' && next !== null) pending.push(...Object.values(next));
  }
  return fractions.length === 0 ? 0 : Math.min(0.999, fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length);
}
