import type { CaseInput } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';
import { isEqualPath, lastSegment, parentPath } from '../../../../contract/path-relations.js';
import { acceptedCases, withoutOptions } from '../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/** The number of parts that are added and removed. */
const PARTS = 4;

/**
 * Sequences that add a part to an item with a PUT without a body, such as `/posts/{id}/likes/{name}`, and remove it
 * with a DELETE of the same path. Without the PUT, each DELETE may be answered with 404.
 */
export function addedParts({ operations, maker }: PlanSubject): readonly PlannedSequence[] {
  return operations.filter(addsPart).flatMap((put) => {
    const remove = operations.find(({ method, path }) => method === 'delete' && isEqualPath(path, put.path));
    const [simplest] = remove === undefined ? [] : acceptedCases(maker, remove, 'accepted-or-absent');
    if (remove === undefined || simplest === undefined) return [];
    const steps = new Steps(`added-${put.id}`);
    const answered = { expect: { kind: 'answered' } } as const;
    const isAtKnownItem = ({ path = {} }: CaseInput): boolean =>
      Object.entries(path).every(([name, value]) => maker.options.values.get(name)?.known.includes(value) ?? true);
    const added = acceptedCases(maker, put, 'accepted-or-absent')
      .map(({ input }) => withoutOptions(put, input))
      .filter(isAtKnownItem);
    if (added.length === 0) return [];
    const distinct = [...new Map(added.map((input) => [JSON.stringify(input.path), input])).values()];
    for (const input of distinct.slice(0, PARTS)) {
      const { path } = input;
      steps.add(put, { input }, answered);
      steps.add(remove, { input: { ...withoutOptions(remove, simplest.input), ...(path && { path }) } }, answered);
    }
    return [steps.sequence()];
  });
}

/** Whether a PUT without a body has the path of a part of an item. */
function addsPart({ method, path, requestBody }: Operation): boolean {
  const isPart = lastSegment(path).includes('{') && parentPath(path).includes('{');
  return method === 'put' && requestBody === undefined && isPart;
}
