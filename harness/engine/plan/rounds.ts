import type { PlannedCase } from './planned/planned-case.js';

/**
 * Orders cases in rounds: first one case of each kind for every operation, then a second one of each kind, and so on.
 * So a run with a time budget tries every operation and every kind before the time is used up. Cases with a network
 * fault come first and stay together. If other cases came between them, idle connections of the surface would be closed
 * in the meantime.
 */
export function inRounds(cases: readonly PlannedCase[]): readonly PlannedCase[] {
  const counts = new Map<string, number>();
  const rounds: PlannedCase[][] = [];
  const disturbed = cases.filter(isDisturbed);
  for (const planned of cases.filter((each) => !isDisturbed(each))) {
    const key = JSON.stringify([planned.operation.id, planned.case.provenance.kind]);
    const round = counts.get(key) ?? 0;
    counts.set(key, round + 1);
    (rounds[round] ??= []).push(planned);
  }
  return [...disturbed, ...rounds.flat()];
}

function isDisturbed({ case: { provenance } }: PlannedCase): boolean {
  return provenance.kind === 'fault';
}
