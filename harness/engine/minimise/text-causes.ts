import { inputSize } from '../../cases/shrinking/shrink-input.js';
import { joinCluster, ownerOf } from '../group/cluster.js';
import type { Minimised } from './minimised.js';
import { refusedValueKey } from './refused-value.js';
import type { TextTrait } from './text-trait.js';

/**
 * Joins the faults of one owner that the same characters cause in different members and operations. The fault with the
 * smallest input is kept; the other faults become its evidence. Three groups of faults are joined:
 * - refused valid strings and accepted invalid strings, if the service counts a length in the wrong unit;
 * - other faults, if the replies have the same kind and status;
 * - refusals of the same value at several members (see `refusedValueKey`).
 */
export function joinTextCauses(faults: readonly Minimised[]): readonly Minimised[] {
  const causes = new Map<string, Minimised[]>();
  for (const fault of faults) {
    const key = keyOf(fault) ?? refusedValueKey(fault);
    if (key !== undefined) causes.set(key, [...(causes.get(key) ?? []), fault]);
  }
  const joined = new Set<Minimised>();
  for (const group of causes.values()) {
    const [first, ...others] = group.toSorted((one, other) => sizeOf(one) - sizeOf(other));
    if (first === undefined) continue;
    for (const other of others) {
      joinCluster(first.cluster, other.cluster);
      joined.add(other);
    }
  }
  return faults.filter((fault) => !joined.has(fault));
}

/**
 * Returns the same key for faults with the same cause. `undefined` if it is unknown which characters cause the fault.
 */
function keyOf({ cluster: { rule }, reproduction }: Minimised): string | undefined {
  const trait: TextTrait | undefined = reproduction.kind === 'steady' ? reproduction.trait : undefined;
  if (trait === undefined) return undefined;
  const { violation } = reproduction;
  const about = trait.kind === 'length' ? [] : [rule.id, violation.kind, violation.status ?? ''];
  return JSON.stringify([ownerOf(violation), violation.blame, trait.kind, trait.name, ...about]);
}

/**
 * The size of the input. Valid inputs are easier to understand, so every valid input is smaller than any invalid input.
 */
function sizeOf({ reproduction: { case: shown } }: Minimised): number {
  return (shown.expect.kind === 'rejected' ? INVALID : 0) + inputSize(shown.input);
}

/** Added to the size of an invalid input. It is larger than the size of any valid input. */
const INVALID = 1_000_000_000;
