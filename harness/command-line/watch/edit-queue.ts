/** `certain`: an edited file belongs to the check. `possible`: it may belong to the check. */
export type Certainty = 'certain' | 'possible';

/**
 * The effect of an edit. `cancel`: it cancels the current run. `queue`: it waits for the next run. `ignored`: it has no
 * effect. `now-ignored`: it has no effect, and later edits of the file have none either.
 */
type Effect = 'cancel' | 'queue' | 'ignored' | 'now-ignored';

/** A file that changes in this number of consecutive runs is assumed to be written by the runs. */
const MOST_WRITES = 3;

/**
 * Collects edits for the next run. An edit of a file that certainly belongs to the check cancels the current run. Edits
 * of other files wait for the end of the run, because the run itself may write logs or databases. During runs, a file
 * that changes in every run is ignored.
 */
export class EditQueue {
  /** The paths of files that were edited since the start of the last run. */
  readonly #fresh = new Set<string>();
  /** Edits whose runs were cancelled or failed. The next run must check them again. */
  #owed: ReadonlySet<string> = new Set();
  #running: ReadonlySet<string> | undefined;
  /**
   * The number of consecutive runs in which a file changed, by path. Only files that possibly belong to the check are
   * counted.
   */
  readonly #written = new Map<string, number>();
  readonly #writtenNow = new Set<string>();

  edited(path: string, certainty: Certainty): Effect {
    const effect = certainty === 'certain' ? this.#certain() : this.#possible(path);
    if (effect === 'cancel' || effect === 'queue') this.#fresh.add(path);
    if (effect === 'now-ignored') this.#fresh.delete(path);
    return effect;
  }

  /** True if there are edits since the start of the last run. */
  get hasFresh(): boolean {
    return this.#fresh.size > 0;
  }

  /**
   * Starts a run for all edits since the last complete run, and returns these edits. Without new edits, it starts
   * nothing and returns none. `isEdit` returns false for a file that was written and removed again, as some editors do.
   */
  start(isEdit: (path: string) => boolean): readonly string[] {
    for (const path of this.#fresh) if (!isEdit(path)) this.#fresh.delete(path);
    return this.#fresh.size === 0 ? [] : this.#start();
  }

  /** Starts a run that checks everything. */
  startAll(): void {
    this.#start();
  }

  /** Ends the run. If the run was cancelled or failed, its edits are added to the next run. */
  end(isComplete: boolean): void {
    this.#owed = isComplete ? new Set() : (this.#running ?? new Set());
    this.#running = undefined;
    for (const [path, count] of this.#written)
      if (count < MOST_WRITES && !this.#writtenNow.has(path)) this.#written.delete(path);
  }

  #start(): readonly string[] {
    this.#running = new Set([...this.#owed, ...this.#fresh]);
    this.#fresh.clear();
    this.#writtenNow.clear();
    return [...this.#running];
  }

  #certain(): Effect {
    return this.#running === undefined ? 'queue' : 'cancel';
  }

  #possible(path: string): Effect {
    if (this.#running === undefined) {
      // A change outside of a run shows that the runs are not the only writers of the file.
      this.#written.delete(path);
      return 'queue';
    }
    const count = this.#written.get(path) ?? 0;
    if (count >= MOST_WRITES) return 'ignored';
    if (this.#writtenNow.has(path)) return 'queue';
    this.#writtenNow.add(path);
    this.#written.set(path, count + 1);
    return count + 1 >= MOST_WRITES ? 'now-ignored' : 'queue';
  }
}
