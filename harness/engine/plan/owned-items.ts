import type { Case, CaseInput } from '../../../contract/case.js';
import type { Collection, ItemRead } from '../../../contract/collections/collection.js';
import type { Operation } from '../../../contract/operation.js';
import type { CaseMaker } from '../../cases/make-cases.js';
import { acceptedCases, pathWithout } from './accepted-cases.js';
import type { PlannedCase } from './planned-case.js';
import type { PlannedSequence } from './planned-sequence.js';

/** An item that others are below: how it is created, and which argument of their paths names it. */
export interface Owner {
  readonly create: Operation;
  readonly input: CaseInput;
  readonly read: ItemRead;
}

/**
 * The item below which a create adds others, if none of its cases is certain to name one. Paths with several items above
 * each other are not supported.
 */
export function ownerOf(
  collections: readonly Collection[],
  create: Operation,
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
): Owner | undefined {
  const names = pathNames(create);
  if (names.length === 0 || acceptedCases(maker, create).length > 0) return undefined;
  for (const { create: made, read } of collections) {
    const isAbove = read !== undefined && create.path.startsWith(`${read.operation.path}/`);
    if (made === undefined || !isAbove || !isChosen(made) || names.some((name) => name !== read.id.name)) continue;
    const [first] = acceptedCases(maker, made);
    if (first !== undefined) return { create: made, input: first.input, read };
  }
  return undefined;
}

/** The sequence after the create of the owner, whose identifier is in the paths of its steps. */
export function belowItem({ steps, ...sequence }: PlannedSequence, { create, input, read }: Owner): PlannedSequence {
  const name = `${sequence.name}-owner`;
  const made: Case = {
    id: `${create.id}/sequence/${name}-${steps[0]?.operation.id ?? ''}`,
    operation: create.id,
    input,
    provenance: { kind: 'sequence', name },
    expect: { kind: 'accepted' },
    token: 'configured',
    gate: 'approved',
  };
  const placed = (planned: PlannedCase): PlannedCase => {
    if (!planned.operation.path.startsWith(`${read.operation.path}/`)) return planned;
    const { path, ...rest } = planned.case.input;
    const own = { ...rest, ...pathWithout(path, read.id.name) };
    return { ...planned, case: { ...planned.case, input: own, within: [{ ...read.id, step: made.id }] } };
  };
  return { ...sequence, steps: [{ operation: create, case: made }, ...steps.map(placed)] };
}

function pathNames({ parameters }: Operation): readonly string[] {
  return parameters.flatMap(({ in: place, name }) => (place === 'path' ? name : []));
}
