import type { Collection } from '../../../../contract/collections/collection.js';
import type { Operation } from '../../../../contract/operation.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { acceptedCases, pathWithout, withoutOptions } from '../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/**
 * Sequences for each HEAD operation of the contract: a GET, the HEAD and another GET, all of the same path. If the path
 * identifies an item, the item is created first.
 */
export function headCalls(
  operations: readonly Operation[],
  collections: readonly Collection[],
  maker: CaseMaker,
): readonly PlannedSequence[] {
  return operations.flatMap((head) => {
    const get = operations.find(({ method, path }) => method === 'get' && path === head.path);
    if (head.method !== 'head' || get === undefined || [head, get].some(needsQuery)) return [];
    const { create, read } = collections.find(({ read: known }) => known?.operation === get) ?? {};
    const made = create && operations.includes(create) ? acceptedCases(maker, create)[0] : undefined;
    const steps = new Steps(`head-${head.id}`);
    const item = create && made && steps.add(create, made);
    const known = acceptedCases(maker, head)[0]?.input.path;
    if (item === undefined && known === undefined && head.path.includes('{')) return [];
    const path = made && read ? pathWithout(made.input.path, read.id.name) : { ...(known && { path: known }) };
    const feeds = item !== undefined && read ? { feeds: [{ ...read.id, step: item }] } : {};
    for (const called of [get, head, get]) {
      const [simplest] = acceptedCases(maker, called, 'accepted-or-absent');
      const { path: _, ...rest } = withoutOptions(called, simplest?.input ?? {});
      const { query: __, ...input } = rest;
      steps.add(called, { input: { ...input, ...path } }, { expect: { kind: 'answered' }, ...feeds });
    }
    return [steps.extraSequence()];
  });
}

function needsQuery({ parameters }: Operation): boolean {
  return parameters.some(({ in: place, required }) => place === 'query' && required);
}
