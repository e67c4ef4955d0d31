/**
 * Delays the results of work that starts before earlier work has ended. `come` resolves when all earlier work has
 * delivered its results; only then are the results of the early work used. So the report does not depend on which work
 * is faster.
 */
export class Turn {
  #isCome = false;
  #resolve: () => void = () => undefined;
  readonly come = new Promise<void>((resolve) => (this.#resolve = resolve));

  /** `planned`: called by the work when it is planned. */
  constructor(readonly planned: () => void = () => undefined) {}

  get isCome(): boolean {
    return this.#isCome;
  }

  begin(): void {
    this.#isCome = true;
    this.#resolve();
  }
}

/**
 * Runs the `runs` one after the other. With `isLastAhead`, the last run starts first: it has scripted replies and
 * mostly waits, so the other runs can use the processor meanwhile. They start when `begin` resolves. The results of the
 * last run are still used last.
 */
export async function lastAhead<T>(
  runs: readonly ((turn?: Turn) => Promise<T>)[],
  isLastAhead: boolean,
  begin: Promise<void>,
): Promise<readonly T[]> {
  const last = isLastAhead ? runs.at(-1) : undefined;
  const turn = new Turn();
  const ahead = last?.(turn);
  // The promise is awaited below, even if another run fails. Until then, a rejection must not count as unhandled.
  ahead?.catch(() => undefined);
  const parts: T[] = [];
  try {
    await begin;
    for (const each of last === undefined ? runs : runs.slice(0, -1)) parts.push(await each());
  } finally {
    turn.begin();
    await ahead?.catch(() => undefined);
  }
  return ahead === undefined ? parts : [...parts, await ahead];
}

/**
 * Makes the runs one after the other, and returns their results. With `isNextAhead`, each run already starts as soon as
 * the previous run is planned, but its turn begins only when the previous run has ended.
 */
export async function nextAhead<T>(
  runs: readonly ((turn: Turn) => Promise<T>)[],
  isNextAhead: boolean,
): Promise<readonly T[]> {
  let hasEnded = false;
  const planned = new Set<number>();
  const turns = runs.map((_, index) => {
    return new Turn(() => {
      planned.add(index);
      startAfter(index);
    });
  });
  const started: Promise<T>[] = [];
  const start = (index: number): void => {
    const [run, turn] = [runs[index], turns[index]];
    if (run === undefined || turn === undefined || started[index] !== undefined) return;
    started[index] = run(turn);
    // The promise is awaited below. Until then, a rejection must not count as unhandled.
    started[index].catch(() => undefined);
  };
  const startAfter = (index: number): void => {
    if (isNextAhead && !hasEnded && planned.has(index) && turns[index]?.isCome === true) start(index + 1);
  };
  const results: T[] = [];
  try {
    for (const [index, turn] of turns.entries()) {
      turn.begin();
      start(index);
      startAfter(index);
      results.push(await (started[index] as Promise<T>));
    }
  } finally {
    hasEnded = true;
    for (const turn of turns) turn.begin();
    await Promise.allSettled(started);
  }
  return results;
}
