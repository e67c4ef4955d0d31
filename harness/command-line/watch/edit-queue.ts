/** How certain it is that an edited file is a part of the check. */
export type Certainty = 'certain' | 'possible';

/** What an edit does: it cancels the run that it makes outdated, it waits for the next run, or it is not an edit. */
type Effect = 'cancel' | 'queue' | 'ignored' | 'now-ignored';

/** A file that changes in so many runs in a row is written by the runs. */
const MOST_WRITES = 3;

/**
 * The edits that the next run takes into account. An edit of a certain part cancels the run. Any other file may be
 * written by the run itself, as a log or a database, so it waits for the end of the run; if it changes in each run, it is
 * ignored while a run goes on.
 */
export class EditQueue {
  /** Edits since the last run was started. */
  readonly #fresh = new Set<string>();
  /** Edits of runs that did not end. */
  #owed: ReadonlySet<string> = new Set();
  #running: ReadonlySet<string> | undefined;
  /** Uncertain files → in how many runs in a row they changed. */
  readonly #written = new Map<string, number>();
  readonly #writtenNow = new Set<string>();

  edited(path: string, certainty: Certainty): Effect {
    const effect = certainty === 'certain' ? this.#certain() : this.#possible(path);
    if (effect === 'cancel' || effect === 'queue') this.#fresh.add(path);
    if (effect === 'now-ignored') this.#fresh.delete(path);
    return effect;
  }

  /** Whether there is an edit that no run has seen. */
  get hasFresh(): boolean {
    return this.#fresh.size > 0;
  }

  /**
   * Starts a run with all edits that no ended run took into account. Without a new one it returns no edit and starts
   * nothing. `isEdit`: false for a file that was written and removed again, as editors do.
   */
  start(isEdit: (path: string) => boolean): readonly string[] {
    for (const path of this.#fresh) if (!isEdit(path)) this.#fresh.delete(path);
    return this.#fresh.size === 0 ? [] : this.#start();
  }

  /** Starts a run of everything. */
  startAll(): void {
    this.#start();
  }

  /** Ends the run. Edits of a run that was cancelled, or that could not check anything, are owed to the next one. */
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
      // No run wrote it.
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
