import type { SurfaceId } from '../../../surfaces/observation.js';
import type { PlannedCase } from './planned/planned-case.js';
import type { PlannedSequence } from './planned/planned-sequence.js';

/**
 * Of the kinds of cases that a surface with costly calls has already tried on another contract of a quick run, one in
 * this many is tried again.
 */
const TRIED_AGAIN = 3;

/**
 * The cases that a quick run of a surface with costly calls leaves to other operations. `offered` are all cases that
 * the surface can run. Usually one part of the surface handles each decision at a gate, wrong token, incorrect call and
 * unknown identifier for all operations, so each of them is tried on one operation. The operations take turns: the
 * first operation gets the first of these cases, the second operation gets the second one, and so on. Only a call
 * without a decision is made for every operation, because the gate of a single operation may be missing. `tried` are
 * the kinds of cases (see `kindOf`) of earlier contracts. Two of three of these kinds are left to those contracts.
 */
export function leftToOthers(
  offered: readonly PlannedCase[],
  tried: ReadonlySet<string> = new Set(),
): ReadonlySet<PlannedCase> {
  const alike = new Map<string, PlannedCase[]>();
  for (const planned of offered) {
    const kind = kindOf(planned);
    if (kind === undefined) continue;
    const known = alike.get(kind);
    if (known === undefined) alike.set(kind, [planned]);
    else known.push(planned);
  }
  const repeated = [...alike.keys()].filter((kind) => tried.has(kind));
  const untried = repeated.filter((_, turn) => turn % TRIED_AGAIN !== 0).flatMap((kind) => alike.get(kind) ?? []);
  const decided = [...alike.values()].filter(([planned]) => planned?.alike === undefined);
  return new Set([
    ...untried,
    ...decided.flatMap((all, turn) => all.filter((_, index) => index !== turn % all.length)),
  ]);
}

/** The kinds of cases that each surface with costly calls tries on the contracts that were planned so far. */
export class TriedKinds {
  #kinds: ReadonlyMap<SurfaceId, ReadonlySet<string>> = new Map();

  /** The kinds of the contracts that were planned so far. Later contracts do not change the map. */
  get bySurface(): ReadonlyMap<SurfaceId, ReadonlySet<string>> {
    return this.#kinds;
  }

  add(surface: SurfaceId, offered: readonly PlannedCase[]): void {
    const kinds = offered.flatMap((planned) => kindOf(planned) ?? []);
    this.#kinds = new Map([...this.#kinds, [surface, new Set([...(this.#kinds.get(surface) ?? []), ...kinds])]]);
  }
}

/**
 * Chooses the sequences of quick runs of surfaces with costly calls. A surface with cheap calls also shows a service
 * that loses or changes state. So a sequence becomes `isSimilar` if each of its operations has a single call that the
 * service must accept. An operation on items that only a sequence creates needs its sequence.
 */
export function withSingleCalls(
  sequences: readonly PlannedSequence[],
  cases: readonly PlannedCase[],
): readonly PlannedSequence[] {
  const accepted = new Set(
    cases.filter((planned) => planned.case.expect.kind === 'accepted').map(({ operation }) => operation),
  );
  return sequences.map((sequence) =>
    sequence.steps.every(({ operation }) => accepted.has(operation)) ? { ...sequence, isSimilar: true } : sequence,
  );
}

/** A name that similar cases of all operations share. `undefined` for a case that each operation needs. */
function kindOf({ case: { provenance, raw }, alike }: PlannedCase): string | undefined {
  const { kind, name } = provenance;
  if (alike !== undefined) return `${kind} ${alike}`;
  if (raw !== undefined || name === 'unanswered' || Number.isInteger(Number(name))) return undefined;
  return kind === 'gate' || kind === 'invalid' ? `${kind} ${name}` : undefined;
}
