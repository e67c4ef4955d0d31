import { Arbitrary, type Random as FastCheckRandom, Stream, Value } from 'fast-check';
import { Random } from '../cases/scalars/random.js';

/**
 * A search for smaller values, which yields the smallest attempt first. The caller passes `true` to `next` if the last
 * value still fails the property.
 */
export type Search<T> = Generator<T, void, boolean | undefined>;

/** Runs a search, and converts each value that it yields with `convert`. */
export function* mapped<T, U>(search: Search<T>, convert: (value: T) => U): Search<U> {
  for (let found = search.next(); found.done !== true;) found = search.next(yield convert(found.value));
}

export interface ValueMaker<T> {
  /** Draws a value. If `atEdge` is true, draws a boundary value. Throws if there is no value. */
  draw(random: Random, atEdge: boolean): T;
  smaller(value: T): Search<T>;
  /**
   * Returns true if `draw` could have returned a value. fast-check may also pass values that the user gave as examples.
   */
  makes(value: unknown): value is T;
}

/**
 * An arbitrary of fast-check that draws its values from a `ValueMaker`. It shrinks by an adaptive search: whenever a
 * smaller value still fails the property, the search continues from this value. The fast-check context of each value
 * contains the search that found it, so that fast-check can continue the search.
 */
export class SearchArbitrary<T> extends Arbitrary<T> {
  readonly #maker: ValueMaker<T>;

  constructor(maker: ValueMaker<T>) {
    super();
    this.#maker = maker;
  }

  /** Draws a value. All random numbers come from `mrng`, so a run can be repeated by its seed and path. */
  override generate(mrng: FastCheckRandom, biasFactor: number | undefined): Value<T> {
    const isBiased = biasFactor !== undefined && mrng.nextInt(1, biasFactor) === 1;
    return new Value(this.#maker.draw(Random.from(mrng), isBiased), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#maker.makes(value);
  }

  override shrink(value: T, context: unknown): Stream<Value<T>> {
    const resumed = context instanceof FoundValue ? (context as FoundValue<T>).resume() : undefined;
    return new Stream(valuesOf(resumed ?? new RunningSearch(this.#maker.smaller(value)), resumed !== undefined));
  }
}

function* valuesOf<T>(search: RunningSearch<T>, holds: boolean): IterableIterator<Value<T>> {
  for (let found = search.next(holds); found !== undefined; found = search.next(false))
    yield new Value(found.value, found);
}

/** A search that several shrink streams of fast-check share. Only one stream takes values from the search at a time. */
class RunningSearch<T> {
  last: FoundValue<T> | undefined;

  constructor(private readonly search: Search<T>) {}

  next(holds: boolean): FoundValue<T> | undefined {
    const result = this.search.next(holds);
    this.last = result.done === true ? undefined : new FoundValue(result.value, this);
    return this.last;
  }
}

class FoundValue<T> {
  constructor(
    readonly value: T,
    private readonly search: RunningSearch<T>,
  ) {}

  /**
   * Returns the search that found the value, so that it can continue. `undefined` if the search has since found a later
   * value, because fast-check may return to an earlier value that is part of a tuple. The caller then starts a new
   * search.
   */
  resume(): RunningSearch<T> | undefined {
    return this.search.last === this ? this.search : undefined;
  }
}
