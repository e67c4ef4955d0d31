import type { CaseInput } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import type { Offering } from './offering.js';
import type { PlaceHints } from './place-hints.js';
import { shrinkValue } from './shrink-value.js';
import { valueSize } from './value-size.js';

/** Whether an input is still of the class that is searched: valid, or broken in the same one place. Cheap: sends nothing. */
export type InClass = (input: CaseInput) => boolean;

/** Inputs that are looked at, sent or not: a text of ten thousand characters can be cut in very many ways. */
const MAX_CHECKS = 10_000;

/** Yields candidates; `next(true)` states that the last one still shows the fault. */
export type SmallerInputs = Generator<CaseInput, void, boolean | undefined>;

/**
 * Smaller inputs of the same class, the boldest first, each strictly smaller by `inputSize` than the best one so far and
 * none twice. They need no memory of how an input was made, so examples and recorded counterexamples shrink as well as
 * generated cases do. With the answer for each candidate the search goes on from there and ends at an input of which
 * no smaller candidate holds; in a `for … of` loop it yields all that can be tried against the first input.
 */
export function* smallerInputs(input: CaseInput, inClass: InClass, place?: PlaceHints): SmallerInputs {
  const search = new Search(input, inClass, place);
  let before = Infinity;
  while (search.size < before) {
    before = search.size;
    const around = { fits: (value: Json) => search.fits(asInput(value)), offer: (value: Json) => search.offer(asInput(value)) };
    yield* shrinkValue(search.best as unknown as Json, around, place);
  }
}

/** The same of any value. */
export function smallerValues(value: Json, inClass: (value: Json) => boolean, place?: PlaceHints): Generator<Json, void, boolean | undefined> {
  const search = smallerInputs(asInput(value), (input) => inClass(input as unknown as Json), place);
  return search as unknown as Generator<Json, void, boolean | undefined>;
}

/** Parts of an input are `Json`, and so is the whole: its absent keys and unbranded texts are those of an input all the same. */
function asInput(value: Json): CaseInput {
  return value as unknown as CaseInput;
}

class Search {
  size: number;
  private checks = 0;
  private readonly tried = new Set<string>();

  constructor(
    public best: CaseInput,
    private readonly inClass: InClass,
    private readonly place: PlaceHints | undefined,
  ) {
    this.size = inputSize(best, place);
  }

  fits(input: CaseInput): boolean {
    this.checks += 1;
    return this.checks <= MAX_CHECKS && this.inClass(input);
  }

  /** Yields an input where it is worth a try; returns whether it holds. */
  *offer(input: CaseInput): Offering<CaseInput, boolean> {
    const size = inputSize(input, this.place);
    const text = JSON.stringify(input);
    if (size >= this.size || this.tried.has(text) || !this.fits(input)) return false;
    this.tried.add(text);
    if ((yield input) !== true) return false;
    this.best = input;
    this.size = size;
    return true;
  }
}

/** How much an input asks of its reader: see `valueSize`. */
export function inputSize(input: CaseInput, place?: PlaceHints): number {
  return valueSize(input as unknown as Json, place);
}
