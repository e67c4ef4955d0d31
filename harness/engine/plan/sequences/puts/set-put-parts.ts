import type { CaseInput } from '../../../../../contract/case.js';
import { isSetPart } from '../../../../../contract/collections/changes/set-part.js';
import type { Operation } from '../../../../../contract/operation.js';
import { pathVariables } from '../../../../../contract/path-relations.js';
import { acceptedCases } from '../../planned/accepted-cases.js';
import type { PlanSubject, PlannedSequence } from '../../planned/planned-sequence.js';
import { listPair } from '../bodies/list-pair.js';
import type { PutSteps } from './put-steps.js';

/**
 * Sequences that store an item by PUT, and then set a part of it twice. The part has a PUT but no GET, such as `PUT
 * /pages/{slug}/tags`. The two bodies have lists with different elements.
 */
export function setPutParts(
  { contract, operations, maker }: PlanSubject,
  read: Operation,
  stepsOf: (name: string) => PutSteps,
  { path = {}, ...first }: CaseInput,
): readonly PlannedSequence[] {
  return operations.flatMap((put) => {
    const isOfItem = put.method === 'put' && isSetPart(contract, put, read);
    if (!isOfItem || pathVariables(put.path).join() !== pathVariables(read.path).join()) return [];
    const pair = listPair(acceptedCases(maker, put, 'accepted-or-absent').map(({ input }) => input));
    if (pair === undefined) return [];
    const steps = stepsOf(`set-${put.id}`);
    steps.addPut(first, path);
    steps.addRead(path);
    for (const input of pair) {
      steps.addChange(put, input, path);
      steps.addRead(path);
    }
    return [steps.extraSequence()];
  });
}
