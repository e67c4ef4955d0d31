/** Whether an edited file is certainly a part of the check, or only possibly. */
export type Certainty = 'certain' | 'possible';

/** The effect of an edit: it cancels the current run, waits for the next run, or is ignored (now, or from now on). */
type Effect = 'cancel' | 'queue' | 'ignored' | 'now-ignored';

/** The number of consecutive runs in which a file must change until it is assumed to be written by the runs. */
const MOST_WRITES = 3;

/**
 * Collects edits for the next run. An edit of a file that is certainly part of the check cancels the current run. The
 * run itself may write other files, such as logs or databases, so edits of these files wait for the end of the run. A
 * file that changes in each run is ignored during runs.
 */
export class EditQueue {
  /** Edits since the last run was started. */
  readonly #fresh = new Set<string>();
  /** Edits of cancelled runs. */
  #owed: ReadonlySet<string> = new Set();
  #running: ReadonlySet<string> | undefined;
  /** Uncertain file → the number of consecutive runs in which it changed. */
  readonly #written = new Map<string, number>();
  readonly #writtenNow = new Set<string>();

  edited(path: string, certainty: Certainty): Effect {
    const effect = certainty === 'certain' ? this.#certain() : this.#possible(path);
    if (effect === 'cancel' || effect === 'queue') this.#fresh.add(path);
    if (effect === 'now-ignored') this.#fresh.delete(path);
    return effect;
  }

  /** Whether there are edits since the last start. */
  get hasFresh(): boolean {
    return this.#fresh.size > 0;
  }

  /**
   * Starts a run with all edits since the last complete run, and returns them. If there are no new edits, starts
   * nothing and returns none. `isEdit` is false for a file that was written and removed again, as some editors do.
   */
  start(isEdit: (path: string) => boolean): readonly string[] {
    for (const path of this.#fresh) if (!isEdit(path)) this.#fresh.delete(path);
    return this.#fresh.size === 0 ? [] : this.#start();
  }

  /** Starts a run of everything. */
  startAll(): void {
    this.#start();
  }

  /** Ends the run. The edits of a cancelled or failed run are part of the next run. */
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
      // The file was written outside of a run.
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
