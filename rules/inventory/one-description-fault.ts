import { valueRelations } from '../values/value-relation.js';
import { type InventoryViolation, shownNames } from './inventory-violation.js';

/** The kind of violation for an operation whose description differs from the contract. */
export const DESCRIPTION_DIFFERS = 'description-differs';

/**
 * Combines the violations of wrong descriptions into one if all operations have them, and all descriptions are wrong in
 * the same way: the cause is the code that describes operations. `described` is the number of operations whose
 * descriptions were compared.
 */
export function oneDescriptionFault(
  surface: string,
  described: number,
  found: readonly InventoryViolation[],
): readonly InventoryViolation[] {
  const wrong = found.filter(({ violation: { kind } }) => kind === DESCRIPTION_DIFFERS);
  const [first] = wrong;
  if (first === undefined || wrong.length < Math.max(described, 2) || !areAlike(wrong)) return found;
  const operations = wrong.flatMap((each) => each.operations);
  const violation = {
    ...first.violation,
    message: `${surface} describes none of its ${described} operations as in the contract: ${shownNames(operations)}.`,
    repair: `Describe the operations on ${surface} as in the contract, or change the descriptions in the contract.`,
  };
  return found.flatMap((each) => (each === first ? [{ violation, operations }] : wrong.includes(each) ? [] : [each]));
}

function areAlike(wrong: readonly InventoryViolation[]): boolean {
  const [first = [], ...others] = wrong.map(waysOf);
  return first.some((way) => others.every((ways) => ways.includes(way)));
}

/** The ways in which a description differs from that of the contract. */
function waysOf({ violation: { expected, received } }: InventoryViolation): readonly string[] {
  const [wanted, given] = [String(expected), String(received)];
  return [
    // All operations may have the same text, or none has a text.
    `the text ${given.trim()}`,
    ...(wanted.startsWith(given) ? ['cut'] : []),
    ...(given.includes(wanted) ? ['extended'] : []),
    ...valueRelations(wanted, given).map(({ name }) => name),
  ];
}
