const BITS = 32;
/** Larger trial numbers are ignored when a set is read from a string. No run has as many trials. */
const MOST_TRIALS = 100_000_000;

/**
 * A set of trial numbers. It stores one bit for each number, because a fault may occur in every trial of a long run.
 */
export class TrialSet {
  #words = new Uint32Array(1);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(index: number): void {
    const word = Math.floor(index / BITS);
    if (word >= this.#words.length) this.#grow(word + 1);
    const bit = 1 << (index % BITS);
    const before = this.#words[word] ?? 0;
    if ((before & bit) !== 0) return;
    this.#words[word] = before | bit;
    this.#size += 1;
  }

  has(index: number): boolean {
    return ((this.#words[Math.floor(index / BITS)] ?? 0) & (1 << (index % BITS))) !== 0;
  }

  addAll(other: TrialSet): void {
    for (const index of other) this.add(index);
  }

  /** Writes the set as ranges of numbers, such as `0-5,9`. */
  text(): string {
    const ranges: [number, number][] = [];
    for (const index of this) {
      const last = ranges.at(-1);
      if (last !== undefined && last[1] === index - 1) last[1] = index;
      else ranges.push([index, index]);
    }
    return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
  }

  /**
   * Reads a set from a string. Numbers greater than `MOST_TRIALS` are ignored, because the string may come from an
   * untrusted file.
   */
  static of(text: string): TrialSet {
    const set = new TrialSet();
    for (const range of text === '' ? [] : text.split(',')) {
      const [first = 0, last = first] = range.split('-').map(Number);
      for (let index = first; index <= last && index < MOST_TRIALS; index += 1) set.add(index);
    }
    return set;
  }

  /** Whether each trial of this set is in at least one of the other sets. */
  isWithin(others: readonly TrialSet[]): boolean {
    return this.#words.every(
      (word, at) => (word & ~others.reduce((union, { words }) => union | (words[at] ?? 0), 0)) === 0,
    );
  }

  /** The number of trials that both sets contain. */
  shared(other: TrialSet): number {
    let count = 0;
    for (const index of this) if (other.has(index)) count += 1;
    return count;
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [at, word] of this.#words.entries()) {
      if (word === 0) continue;
      for (let bit = 0; bit < BITS; bit += 1) if ((word & (1 << bit)) !== 0) yield at * BITS + bit;
    }
  }

  private get words(): Uint32Array {
    return this.#words;
  }

  #grow(atLeast: number): void {
    const grown = new Uint32Array(Math.max(atLeast, this.#words.length * 2));
    grown.set(this.#words);
    this.#words = grown;
  }
}

/**
 * Whether at least one trial is in both maps. The keys of the maps are lanes; a trial counts only if both maps have it
 * for the same lane.
 */
export function haveCommonTrial(one: ReadonlyMap<string, TrialSet>, other: ReadonlyMap<string, TrialSet>): boolean {
  return [...one].some(([lane, trials]) => (other.get(lane)?.shared(trials) ?? 0) > 0);
}

/** Whether each trial in `one` is also in `other`. Both map lanes to trials. */
export function isCovered(one: ReadonlyMap<string, TrialSet>, other: ReadonlyMap<string, TrialSet>): boolean {
  return [...one].every(([lane, trials]) => trials.isWithin([other.get(lane) ?? new TrialSet()]));
}

/** Whether both maps have the same trials. */
export function haveEqualTrials(one: ReadonlyMap<string, TrialSet>, other: ReadonlyMap<string, TrialSet>): boolean {
  return isCovered(one, other) && isCovered(other, one);
}
