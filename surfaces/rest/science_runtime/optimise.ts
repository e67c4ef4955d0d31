import { OBJECTIVES } from './objective.js';
import { seededNumbers } from './seeded-numbers.js';

/** The request as in the contract, completed with defaults. */
export interface RunRequest {
  readonly objective: string;
  readonly dimensions: number;
  readonly iterations: number;
  readonly step: number;
  readonly seed: number;
}

interface Best {
  readonly value: number;
  readonly point: readonly number[];
}

interface Progress {
  readonly iteration: number;
  readonly best: Best;
}

export type Optimised =
  | { readonly state: 'succeeded'; readonly iterations: number; readonly best: Best }
  | { readonly state: 'failed'; readonly iterations: number; readonly reason: 'not-finite' | 'cancelled' };

export interface Watcher {
  progress(progress: Progress): void;
  cancelled(): boolean;
}

/**
 * The number of iterations between two pauses in which other code can run. This number of iterations takes about a
 * millisecond.
 */
const SLICE = 250;
/** The maximum number of `progress` events of a run. */
const MOST_PROGRESS = 100;
/** The first point is within this distance of 0 in each coordinate. */
const REACH = 5;
const WIDER = 1.5;
const NARROWER = 0.92;

/**
 * A random search (a (1+1) evolution strategy). Its steps become wider after a success and narrower after a failure.
 * The same request gives the same points and the same result. Other code can run after every `SLICE` iterations.
 */
export async function optimise(request: RunRequest, watcher: Watcher): Promise<Optimised> {
  const value = OBJECTIVES[request.objective] ?? ((): number => NaN);
  const numbers = seededNumbers(request.seed);
  let point: readonly number[] = Array.from({ length: request.dimensions }, () => (numbers.even() * 2 - 1) * REACH);
  let best: Best = { value: value(point), point };
  let width = request.step;
  let nextProgress = 1;
  for (let iteration = 1; iteration <= request.iterations; iteration += 1) {
    point = best.point.map((x) => x + width * numbers.normal());
    const reached = value(point);
    if (!Number.isFinite(reached)) return { state: 'failed', iterations: iteration, reason: 'not-finite' };
    const better = reached < best.value;
    width *= better ? WIDER : NARROWER;
    if (better) best = { value: reached, point };
    if (better && iteration >= nextProgress) {
      watcher.progress({ iteration, best });
      nextProgress = iteration + Math.ceil(request.iterations / MOST_PROGRESS);
    }
    if (iteration % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    if (watcher.cancelled()) return { state: 'failed', iterations: iteration, reason: 'cancelled' };
  }
  return { state: 'succeeded', iterations: request.iterations, best };
}
