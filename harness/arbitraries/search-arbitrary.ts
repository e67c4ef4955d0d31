import { Arbitrary, type Random as FastCheckRandom, Stream, Value } from 'fast-check';
import { Random } from '../cases/scalars/random.js';

/**
 * Yields smaller values, the smallest attempt first. `next(true)` states that the last value still fails the property.
 */
export type Search<T> = Generator<T, void, boolean | undefined>;

/** The same search, with its values converted. */
export function* mapped<T, U>(search: Search<T>, convert: (value: T) => U): Search<U> {
  for (let found = search.next(); found.done !== true;) found = search.next(yield convert(found.value));
}

/** Draws the values of an arbitrary, and shrinks them. */
export interface ValueMaker<T> {
  /** `atEdge`: a boundary value. Throws if there is no value. */
  draw(random: Random, atEdge: boolean): T;
  smaller(value: T): Search<T>;
  /** Whether this maker could make the value. A check is needed because fast-check also passes other values. */
  makes(value: unknown): value is T;
}

/**
 * An arbitrary of fast-check with the values of a `ValueMaker`. Its shrinker is an adaptive search: after a smaller
 * value that still fails, it continues from this value. Therefore the context of a value contains the search that found
 * it.
 */
export class SearchArbitrary<T> extends Arbitrary<T> {
  readonly #maker: ValueMaker<T>;

  constructor(maker: ValueMaker<T>) {
    super();
    this.#maker = maker;
  }

  /** Generates a value. All random numbers come from `mrng`, so that a run replays by seed and path. */
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

/** A search that several streams of values share. Only one stream takes values at a time. */
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
   * The running search, if the value is its last one. Otherwise `undefined`: the search must be restarted, as for a
   * value in a tuple.
   */
  resume(): RunningSearch<T> | undefined {
    return this.search.last === this ? this.search : undefined;
  }
}
