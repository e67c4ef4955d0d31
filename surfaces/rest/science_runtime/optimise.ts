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
 * The number of iterations after which the search pauses, so that other code can run. They take about a millisecond.
 */
const SLICE = 250;
/** The maximum number of `progress` events of a run. */
const MOST_PROGRESS = 100;
/** In each coordinate, the first point is at most this far from 0. */
const REACH = 5;
const WIDER = 1.5;
const NARROWER = 0.92;

/**
 * Finds a minimum by random search (a (1+1) evolution strategy). Its steps become wider after a success and narrower
 * after a failure. Equal requests give the same points and the same result. After every `SLICE` iterations, other code
 * can run.
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
