import type { Case, CaseInput } from '../../../../../contract/case.js';
import { requiresItem } from '../../../../../contract/documented-responses.js';
import type { Json } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { isBelowPath, isEqualPath, lastSegment, ownerParameter } from '../../../../../contract/path-relations.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { acceptedCases, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { aboveItem, belowItem, ownerOf } from './owned-items.js';

/** The maximum length of an identifier as JSON text. A UUID with its quotes has 38 characters. */
const MAX_LENGTH = 38;

type Subject = Omit<PlanSubject, 'contract'>;

/**
 * Sequences that read an item with an identifier that is probably unknown, and then call another operation on this item
 * or below it. If the read gets 404, the identifier is unknown. Items with configured identifiers are left out, because
 * their invalid cases already contain unknown identifiers.
 */
export function unknownItems(subject: Subject): readonly PlannedSequence[] {
  const { operations, collections, maker, isChosen } = subject;
  return operations.filter(isItemRead).flatMap((read) => {
    const above = aboveItem(read, idOf(read));
    const isBelow = above.path.includes('{');
    const owner = isBelow ? ownerOf(collections, above, maker, isChosen) : undefined;
    const parents = isBelow && owner === undefined ? acceptedCases(maker, above)[0]?.input.path : {};
    const unknown = unknownIdentifier(maker, read);
    if (parents === undefined || unknown === undefined) return [];
    return operations
      .filter((operation) => promisesNotFound(operations, operation, read))
      .map((operation) => {
        const steps = new Steps(`unknown-${read.id}-${operation.id}`);
        for (const called of [read, operation])
          steps.add(called, { input: unknownInput(maker, called, parents, read, unknown) }, UNKNOWN);
        return owner === undefined ? steps.extraSequence() : belowItem(steps.extraSequence(), owner);
      });
  });
}

const UNKNOWN: Partial<Case> = { expect: { kind: 'accepted-or-absent' } };

function isItemRead({ method, path }: Operation): boolean {
  return method === 'get' && lastSegment(path).startsWith('{');
}

/** The path parameter at the end of the path of an item. */
export function idOf({ path }: Operation): string {
  return lastSegment(path).slice(1, -1);
}

/**
 * Whether the contract promises 404 for an operation on an unknown item. It promises none for a PUT that may create the
 * item.
 */
function promisesNotFound(operations: readonly Operation[], operation: Operation, read: Operation): boolean {
  const isOn = isEqualPath(operation.path, read.path) || isBelowPath(operation.path, read.path);
  const isOther = operation !== read && operation.method !== 'head';
  return isOther && isOn && requiresItem(operations, operation);
}

/**
 * The longest valid identifier up to `MAX_LENGTH`, because a short identifier is more likely to exist. `undefined` if
 * the configuration has identifiers.
 */
export function unknownIdentifier(maker: CaseMaker, read: Operation): string | number | undefined {
  const name = idOf(read);
  if ((maker.options.values.get(name)?.known.length ?? 0) > 0) return undefined;
  const values = acceptedCases(maker, read, 'accepted-or-absent')
    .map(({ input }) => input.path?.[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number');
  const length = (value: Json): number => JSON.stringify(value).length;
  return values
    .filter((value) => length(value) <= MAX_LENGTH)
    .toSorted((one, other) => length(one) - length(other))
    .at(-1);
}

function unknownInput(
  maker: CaseMaker,
  called: Operation,
  parents: NonNullable<CaseInput['path']>,
  read: Operation,
  unknown: Json,
): CaseInput {
  const [simplest] = acceptedCases(maker, called, 'accepted-or-absent');
  const name = isEqualPath(called.path, read.path) ? idOf(called) : (ownerParameter(called.path, read.path) ?? '');
  const input = withoutOptions(called, simplest?.input ?? {});
  return { ...input, path: { ...input.path, ...parents, [name]: unknown } };
}
