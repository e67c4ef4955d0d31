import type { PlannedCase } from './planned/planned-case.js';
import type { PlannedSequence } from './planned/planned-sequence.js';

/**
 * The cases that a quick run of a surface with costly calls leaves to other operations. `offered` are all cases that
 * the surface can run. Usually one part of the surface handles each decision at a gate, wrong token, incorrect call and
 * unknown identifier for all operations, so each of them is tried on one operation. The operations take turns: the
 * first operation gets the first of these cases, the second operation gets the second one, and so on. Only a call
 * without a decision is made for every operation, because the gate of a single operation may be missing.
 */
export function leftToOthers(offered: readonly PlannedCase[]): ReadonlySet<PlannedCase> {
  const alike = new Map<string, PlannedCase[]>();
  for (const planned of offered) {
    const kind = sharedKind(planned);
    if (kind === undefined) continue;
    const known = alike.get(kind);
    if (known === undefined) alike.set(kind, [planned]);
    else known.push(planned);
  }
  return new Set([...alike.values()].flatMap((all, turn) => all.filter((_, index) => index !== turn % all.length)));
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

/** A name that the equal cases of all operations share. `undefined` for a case that each operation needs. */
function sharedKind({ case: { provenance, raw } }: PlannedCase): string | undefined {
  const { kind, name } = provenance;
  if (raw !== undefined || name === 'unanswered' || Number.isInteger(Number(name))) return undefined;
  return kind === 'gate' || kind === 'invalid' ? `${kind} ${name}` : undefined;
}
