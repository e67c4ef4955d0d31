import { createdMembers } from '../../../cases/case-options.js';
import type { Case, CaseInput } from '../../../../contract/case.js';
import { referencePlaces } from '../../../../contract/collections/body/created-references.js';
import type { CreatedReference } from '../../../../contract/collections/collection.js';
import { describedReferences, keysIn } from '../../../../contract/collections/body/described-references.js';
import { sentItem, withItem } from '../../../../contract/collections/envelope.js';
import { identifiersIn } from '../../../../contract/inputs/identifiers.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import { type JsonObject, isJsonObject } from '../../../../contract/json/json.js';
import { fromMembers } from '../../../../contract/json/members.js';
import type { Operation } from '../../../../contract/operation.js';
import type { CaseMaker } from '../../../cases/make-cases.js';

/**
 * Orders cases for sequences:
 * - first, the cases that refer only to items that are known to exist. A case with other references is replaced by a
 *   copy without them, if they are optional;
 * - then the original cases with other references, because the service may accept them.
 */
export function certainFirst(maker: CaseMaker, operation: Operation, cases: readonly Case[]): readonly Case[] {
  if (operation.requestBody === undefined) return cases;
  const certain = cases.map((made) => withoutReferences(maker, operation, made));
  if (certain.every((each, index) => each === cases[index])) return cases;
  const others = cases.filter((made, index) => made !== certain[index]);
  const created = others.filter(({ input }) => hasOptionalReference(maker, operation, input));
  const uncertain = others.filter((made) => !created.includes(made));
  return [...certain.filter((each) => each !== undefined), ...uncertain, ...created.slice(0, MOST_REFERRING)];
}

/** The maximum number of cases with optional references, because each of their sequences first creates other items. */
const MOST_REFERRING = 4;

/** Whether a body has an optional reference to an item that a sequence creates before. */
export function hasOptionalReference(maker: CaseMaker, operation: Operation, { body }: CaseInput): boolean {
  return optionalReferences(maker, operation).some((reference) => referencePlaces(body, reference).length > 0);
}

function optionalReferences({ options }: CaseMaker, operation: Operation): readonly CreatedReference[] {
  return createdMembers(options, operation).filter(({ at, isRequired }) => at === undefined && !isRequired);
}

/**
 * The case without the members of its body that refer to unknown items. `undefined` if the body needs one of them.
 * A case without such members is returned unchanged.
 */
function withoutReferences(maker: CaseMaker, operation: Operation, made: Case): Case | undefined {
  const { contract } = maker;
  const item = sentItem(contract, operation, made.input.body);
  if (!isJsonObject(item)) return made;
  const names = unknownReferences(maker, operation, made, item);
  if (names.size === 0) return made;
  const rest = fromMembers(Object.entries(item).filter(([name]) => !names.has(name)));
  if (Object.keys(rest).length === Object.keys(item).length) return made;
  const input = { ...made.input, body: withItem(contract, operation, made.input.body, rest) };
  if (Object.keys(rest).length === 0 || !isValidInput(contract, operation, input)) return undefined;
  return { ...made, input, expect: maker.expectation(operation, input) };
}

/**
 * The names of the members that refer to items which are not known to exist. A member counts as a reference if its
 * description states this. In a case that may get a 404, a member with the name of an identifier counts too.
 */
function unknownReferences(
  maker: CaseMaker,
  operation: Operation,
  { input: { body }, expect }: Case,
  item: JsonObject,
): ReadonlySet<string> {
  const { contract, members } = maker;
  const named = expect.kind === 'accepted-or-absent' && body !== undefined;
  const identifiers = named ? identifiersIn(contract, operation, { body }) : [];
  const described = [...describedReferences(contract, operation)].flatMap((name) =>
    members.isKnown(name, item[name] ?? null) ? [] : keysIn(item[name]).map((value) => ({ name, value })),
  );
  const created = createdMembers(maker.options, operation);
  const unknown = [...identifiers, ...described].filter(
    ({ name, value }) => !created.some(({ member }) => member === name) && !members.isKnown(name, value),
  );
  const optional = optionalReferences(maker, operation).map(({ member }) => member);
  return new Set([...unknown.map(({ name }) => name), ...optional]);
}
