import type { PlannedCase } from './planned/planned-case.js';

/**
 * Orders cases in rounds: the first case of each kind of every operation, then the second of each, and so on. A run
 * with a time budget therefore tries every operation and every kind before the time is used up. Cases with a network
 * fault come first and stay together: other cases between them would leave idle connections, which the surface would
 * find closed.
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
