import type { CaseInput } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import type { Offering } from './offering.js';
import type { PlaceHints } from './place-hints.js';
import { shrinkValue } from './shrink-value.js';
import { valueSize } from './value-size.js';

/**
 * Returns true if the search may use an input. If the original input is valid, the input must be valid too. Otherwise
 * it must violate the contract only at the same place. The check makes no call to the surface, so it is cheap.
 */
export type InClass = (input: CaseInput) => boolean;

/**
 * The maximum number of inputs that are examined, including those that are not sent. The limit is needed because a
 * string of ten thousand characters can be shortened in very many ways.
 */
const MAX_CHECKS = 10_000;

/** Yields candidates. `next(true)` reports that the last candidate still shows the fault. */
export type SmallerInputs = Generator<CaseInput, void, boolean | undefined>;

/**
 * Yields smaller inputs of the same class (see `InClass`), the largest reductions first. Each input is smaller than the
 * best input so far (by `inputSize`), and no input occurs twice. The caller passes whether a candidate shows the fault.
 * If it does, the search continues from this candidate. The search ends at an input for which no smaller candidate
 * shows the fault. A `for … of` loop passes no results, so it yields all candidates for the first input. The search
 * does not use the origin of an input, so it shrinks examples and recorded counterexamples as well as generated cases.
 */
export function* smallerInputs(input: CaseInput, inClass: InClass, place?: PlaceHints): SmallerInputs {
  const search = new Search(input, inClass, place);
  let before = Infinity;
  while (search.size < before) {
    before = search.size;
    const around = {
      fits: (value: Json) => search.fits(asInput(value)),
      offer: (value: Json) => search.offer(asInput(value)),
    };
    yield* shrinkValue(search.best as unknown as Json, around, place);
  }
}

/**
 * Yields smaller values for any JSON value, as `smallerInputs` does for inputs. They are in the same class as the value
 * (see `InClass`).
 */
export function smallerValues(
  value: Json,
  inClass: (value: Json) => boolean,
  place?: PlaceHints,
): Generator<Json, void, boolean | undefined> {
  const search = smallerInputs(asInput(value), (input) => inClass(input as unknown as Json), place);
  return search as unknown as Generator<Json, void, boolean | undefined>;
}

/**
 * Casts a `Json` value to an input. The search handles inputs and their parts as `Json`, whose type lacks the optional
 * members and branded strings of an input.
 */
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

  /**
   * Yields an input if it is smaller and new, and the search may use it (see `InClass`). Returns true if the input
   * still shows the fault.
   */
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

/** The size of an input: an estimate of the effort that a person needs to read it. See `valueSize`. */
export function inputSize(input: CaseInput, place?: PlaceHints): number {
  return valueSize(input as unknown as Json, place);
}
