import type { SurfaceId } from '../../../surfaces/observation.js';
import type { Effort, PlannedCase } from './planned/planned-case.js';
import type { PlannedSequence } from './planned/planned-sequence.js';

/**
 * The cases that a quick run of a surface with costly calls leaves to other operations. `offered` are all cases that
 * the surface can run. Usually one part of the surface handles each decision at a gate, wrong token, incorrect call and
 * unknown identifier for all operations, so each of them is tried on one operation. The operations take turns: the
 * first operation gets the first of these cases, the second operation gets the second one, and so on. Only a call
 * without a decision is made for every operation, because the gate of a single operation may be missing.
 */
export function leftToOthers(offered: readonly PlannedCase[]): ReadonlySet<PlannedCase> {
  const alike = byKind(offered.filter((planned) => planned.alike === undefined));
  return new Set([...alike.values()].flatMap((all, turn) => all.filter((_, index) => index !== turn % all.length)));
}

/** Of the kinds of cases that a surface has already tried on another contract, one in this many is tried again. */
const TRIED_AGAIN = 3;

/**
 * The cases of a plan that a quick run leaves to earlier contracts, because the surface has tried their kinds there.
 * Which kinds are tried again depends on the plan only, so the replies of several surfaces can still be compared.
 */
export function leftToEarlier(
  cases: readonly PlannedCase[],
  tried: ReadonlySet<string> = new Set(),
): ReadonlySet<PlannedCase> {
  const left = [...byKind(cases)].filter(([kind], turn) => tried.has(kind) && turn % TRIED_AGAIN !== 0);
  return new Set(left.flatMap(([, alike]) => alike));
}

function byKind(cases: readonly PlannedCase[]): ReadonlyMap<string, readonly PlannedCase[]> {
  const kinds = new Map<string, PlannedCase[]>();
  for (const planned of cases) {
    const kind = kindOf(planned);
    if (kind === undefined) continue;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [planned]);
    else known.push(planned);
  }
  return kinds;
}

/** The kinds of cases that each surface tries on the contracts that were planned so far. */
export class TriedKinds {
  #kinds: ReadonlyMap<SurfaceId, ReadonlySet<string>> = new Map();

  /** The kinds of the contracts that were planned so far. Later contracts do not change the map. */
  get bySurface(): ReadonlyMap<SurfaceId, ReadonlySet<string>> {
    return this.#kinds;
  }

  /**
   * `offered` are the cases that the surface can run. A surface with cheap calls only leaves replies and network faults
   * to earlier contracts.
   */
  add({ id, isCostly }: Effort & { readonly id: SurfaceId }, offered: readonly PlannedCase[]): void {
    const cases = isCostly === true ? offered : offered.filter(({ alike }) => alike !== undefined);
    this.#kinds = new Map([...this.#kinds, [id, new Set([...(this.#kinds.get(id) ?? []), ...byKind(cases).keys()])]]);
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
