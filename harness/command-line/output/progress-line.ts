import { displayWidth, fitWidth } from '../../../reports/text/display-width.js';
import { amount, counted } from '../../../reports/text/amounts.js';
import { visible } from '../../../contract/json/visible.js';

/** The progress of a run. All times are in milliseconds. */
export interface RunState {
  /** The title of the current phase, for example `live: Books: 245 cases × 1 surface`. */
  readonly phase: string;
  readonly surfaces: readonly SurfaceState[];
  /** Milliseconds since the start of the run. */
  readonly elapsedMs: number;
  /** Milliseconds since the start of the phase. */
  readonly phaseMs: number;
  readonly differences: number;
}

interface SurfaceState {
  readonly id: string;
  readonly done: number;
  readonly total: number;
}

/**
 * The remaining time is estimated only after at least this number of calls and a minimum time. Earlier estimates would
 * change too much.
 */
const LEAST_DONE = 10;
const LEAST_MS = 2000;
const GAP = '  ';

/**
 * Formats the progress as one line of at most `width` columns: the total, the times, the differences and the phase. The
 * surfaces follow if there is room for all of them.
 */
export function progressLine(state: RunState, width: number): string {
  const { surfaces, elapsedMs, differences } = state;
  const left = remainingMs(state);
  const parts = [
    ...totalWords(surfaces),
    `${clock(elapsedMs)}${left === undefined ? '' : `, about ${clock(left)} left`}`,
    ...(differences === 0 ? [] : [counted(differences, 'difference')]),
  ];
  const facts = parts.join(GAP);
  const withPhase = `${visible(state.phase)}${GAP}${facts}`;
  const each = surfaces.map(({ id, done, total }) => `${visible(id)} ${share(done, total)} %`).join(GAP);
  const whole = surfaces.length < 2 ? withPhase : `${withPhase}${GAP}${each}`;
  if (displayWidth(whole) <= width) return whole;
  if (displayWidth(withPhase) <= width) return withPhase;
  // If the line is too long, the name of the phase is shortened, because the numbers are more useful.
  const shown = displayWidth(facts) <= width ? facts : briefFacts(state, left);
  const room = width - displayWidth(shown) - GAP.length;
  return room < MIN_PHASE
    ? fitWidth(shown, width).trimEnd()
    : `${fitWidth(visible(state.phase), room).trimEnd()}${GAP}${shown}`;
}

/** The numbers of the progress in at most 40 columns, without the number of cases. */
function briefFacts({ surfaces, elapsedMs, differences }: RunState, left: number | undefined): string {
  return [
    ...(surfaces.length === 0 ? [] : [`${totalShare(surfaces)} %`]),
    `${clock(elapsedMs)}${left === undefined ? '' : `, ${clock(left)} left`}`,
    ...(differences === 0 ? [] : [counted(differences, 'difference')]),
  ].join(GAP);
}

const MIN_PHASE = 8;

function totalWords(surfaces: readonly SurfaceState[]): readonly string[] {
  if (surfaces.length === 0) return [];
  const done = surfaces.reduce((sum, each) => sum + each.done, 0);
  const total = surfaces.reduce((sum, each) => sum + each.total, 0);
  return [`${amount(done)}/${amount(total)} (${totalShare(surfaces)} %)`];
}

function totalShare(surfaces: readonly SurfaceState[]): number {
  const done = surfaces.reduce((sum, each) => sum + each.done, 0);
  return share(
    done,
    surfaces.reduce((sum, each) => sum + each.total, 0),
  );
}

function share(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((100 * done) / total);
}

/** The estimated remaining time. It is the time of the slowest surface, because surfaces run concurrently. */
function remainingMs({ surfaces, phaseMs }: RunState): number | undefined {
  if (phaseMs < LEAST_MS) return undefined;
  const left = surfaces
    .filter(({ done, total }) => done >= LEAST_DONE && done < total)
    .map(({ done, total }) => (phaseMs / done) * (total - done));
  return left.length === 0 ? undefined : Math.max(...left);
}

/** Formats a duration as `0:05`, `12:40` or `1:02:03`. */
export function clock(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}
