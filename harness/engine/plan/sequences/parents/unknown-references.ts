import { withItem, sentItem } from '../../../../../contract/collections/envelope.js';
import { referredRead, statesReference } from '../../../../../contract/inputs/body-references.js';
import { isValidInput } from '../../../../../contract/inputs/input-violations.js';
import { isJsonObject } from '../../../../../contract/json/json.js';
import { acceptedCases, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { idOf, unknownIdentifier } from './unknown-items.js';

/** The maximum number of bodies in which a member is replaced. */
const MOST_BODIES = 40;

/**
 * Sequences that read an item with an identifier that is probably unknown, and then send this identifier as a member of
 * a body. They are planned only if the contract states that the item must exist.
 */
export function unknownReferences(subject: PlanSubject): readonly PlannedSequence[] {
  const { contract, operations, maker } = subject;
  return operations
    .filter(({ method, path, requestBody }) => method === 'post' && requestBody !== undefined && !path.includes('{'))
    .flatMap((operation) => {
      const all = acceptedCases(maker, operation, 'accepted-or-absent').flatMap(({ input }) => {
        const item = sentItem(contract, operation, input.body);
        return isJsonObject(item) ? [{ input: withoutOptions(operation, input), item }] : [];
      });
      // The names are taken from all cases, because the last cases have the most references.
      const names = new Set(all.flatMap(({ item }) => Object.keys(item)));
      const bodies = all.slice(0, MOST_BODIES);
      return [...names].flatMap((name) => {
        const read = referredRead({ ...contract, operations }, operation, name);
        const unknown =
          read && statesReference(contract.schemas, operation, name) ? unknownIdentifier(maker, read) : undefined;
        if (read === undefined || unknown === undefined) return [];
        const changed = bodies
          .map(({ input, item }) => ({
            ...input,
            body: withItem(contract, operation, input.body, { ...item, [name]: unknown }),
          }))
          .find((input) => isValidInput(contract, operation, input));
        if (changed === undefined) return [];
        const steps = new Steps(`unknown-${name}-${operation.id}`);
        steps.add(read, { input: { path: { [idOf(read)]: unknown } } }, { expect: { kind: 'accepted-or-absent' } });
        steps.add(operation, { input: changed }, { expect: { kind: 'answered' } });
        return [steps.extraSequence()];
      });
    });
}
