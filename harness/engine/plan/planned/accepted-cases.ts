import { createdMembers } from '../../../cases/case-options.js';
import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { withoutReference } from '../../../../contract/collections/body/created-references.js';
import { canonicalJson } from '../../../../contract/json/canonical-json.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import { type Json, type JsonObject, isJsonObject } from '../../../../contract/json/json.js';
import type { MediaContent, Operation } from '../../../../contract/operation.js';
import { isPrecondition } from '../../../../contract/wire/request/preconditions.js';
import { hiddenMembers } from '../../../../contract/schema/schema-direction.js';
import { changedCase } from '../../../cases/packed-cases.js';
import type { CaseKind, CaseMaker } from '../../../cases/make-cases.js';
import { certainFirst, hasOptionalReference } from './certain-cases.js';
import { MAX_PLACES, countTexts, edgeCaseBodies } from './text-classes.js';

/**
 * The kinds of cases from which calls of create operations are made. Examples come first, because they are the most
 * complete.
 */
const KINDS: readonly CaseKind[] = ['example', 'boundary', 'valid'];
/**
 * The maximum number of calls of a create operation. Examples and boundary values come first, at most `BEFORE_TEXTS` of
 * them; edge-case strings follow.
 */
const MOST_CREATED = 200;
const BEFORE_TEXTS = 80;

/** The first case of an operation, of the kinds in `KINDS`. `undefined` if it has none. */
export function anyCase(maker: CaseMaker, operation: Operation): Case | undefined {
  return KINDS.map((kind) => maker.make(operation, kind)[0]).find((made) => made !== undefined);
}

/**
 * The cases of an operation that the service must accept, in a fixed order. No input occurs twice. `or`: cases with
 * this expectation are included too. Cases that refer only to items that are known to exist come first.
 */
export function acceptedCases(maker: CaseMaker, operation: Operation, or?: Case['expect']['kind']): readonly Case[] {
  const seen = new Set<string>();
  const made = KINDS.flatMap((kind) => maker.make(operation, kind));
  return certainFirst(maker, operation, withCreatedItems(maker, operation, made)).filter(({ expect, input }) => {
    const key = JSON.stringify(input);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew && (expect.kind === 'accepted' || expect.kind === or);
  });
}

/**
 * The cases that the service must accept, and one more case for each edge-case string. The edge-case string replaces as
 * many strings as possible in the largest body, but no reference to an item that must exist. Cases without an optional
 * body are last.
 */
export function withEdgeCaseTexts(
  contract: Contract,
  maker: CaseMaker,
  operation: Operation,
  given = acceptedCases(maker, operation),
): readonly { readonly input: CaseInput }[] {
  // Many services need the body of a create although their contracts do not require it.
  const accepted = given.toSorted((a, b) => Number(a.input.body === undefined) - Number(b.input.body === undefined));
  const first = accepted.slice(0, BEFORE_TEXTS);
  // Of cases with equally many texts, the first is taken, so that examples take precedence.
  const counts = accepted.map(({ input }) =>
    hasOptionalReference(maker, operation, input) ? 0 : Math.min(countTexts(input), MAX_PLACES),
  );
  const base = accepted[counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))];
  const isAllowed = (body: Json): boolean =>
    maker.members.areAllowed(body) && mustBeFound(maker, operation, { ...base?.input, body });
  return base === undefined
    ? []
    : [
        ...first,
        ...edgeCaseBodies(contract, operation, base.input, isAllowed).map((input) => ({ input })),
        ...accepted.slice(first.length),
      ].slice(0, MOST_CREATED);
}

/** The number of members in the body. */
export function sizeOf({ input: { body } }: Pick<Case, 'input'>): number {
  return isJsonObject(body) ? Object.keys(body).length : 0;
}

/** The cases that the service must accept if the item in their path exists. */
export function acceptedBelow(maker: CaseMaker, operation: Operation): readonly Case[] {
  return acceptedCases(maker, operation, 'accepted-or-absent').filter(({ input }) =>
    mustBeFound(maker, operation, input),
  );
}

/** Whether the service must find the items to which an input refers, if it finds the item in the path. */
function mustBeFound(maker: CaseMaker, operation: Operation, input: CaseInput): boolean {
  const { path: _, ...rest } = input;
  return maker.expectation(operation, withoutCreated(maker, operation, rest)).kind === 'accepted';
}

/**
 * Returns the cases with the expectations that they have in a sequence. Outside a sequence, such a case may get a 404,
 * because its body refers to items that may not exist. In a sequence, earlier steps create these items.
 */
function withCreatedItems(maker: CaseMaker, operation: Operation, cases: readonly Case[]): readonly Case[] {
  if (createdMembers(maker.options, operation).length === 0) return cases;
  return cases.map((made) => {
    if (made.expect.kind !== 'accepted-or-absent') return made;
    return changedCase(made, { expect: maker.expectation(operation, withoutCreated(maker, operation, made.input)) });
  });
}

/** The input without the references to items that the sequence creates before. */
function withoutCreated(maker: CaseMaker, operation: Operation, input: CaseInput): CaseInput {
  const references = createdMembers(maker.options, operation);
  if (references.length === 0 || input.body === undefined) return input;
  return { ...input, body: references.reduce<Json>(withoutReference, input.body) };
}

/**
 * Selects inputs of a create operation that have no string of their bodies in common, because the service may refuse a
 * repeated string as a conflict. Members for which `isShared` is true may have equal strings.
 */
export function withoutSharedTexts(
  creates: readonly { readonly input: CaseInput }[],
  isShared: (member: string) => boolean = () => false,
): readonly { readonly input: CaseInput }[] {
  const seen = new Set<Json>();
  return creates.filter(({ input: { body } }) => {
    const members = Object.entries(isJsonObject(body) ? body : {}).filter(([name]) => !isShared(name));
    const texts = members.map(([, value]) => value).filter((value) => typeof value === 'string');
    const isNew = texts.every((text) => !seen.has(text));
    if (isNew) for (const text of texts) seen.add(text);
    return isNew;
  });
}

/**
 * Removes optional preconditions from an input, because their generated values would not match an item. From the input
 * of a read, it also removes optional query arguments: an example such as `$select=name` would hide members.
 */
export function withoutOptions({ method, parameters }: Operation, { header, query, ...input }: CaseInput): CaseInput {
  const required = (place: string): ReadonlySet<string> =>
    new Set(parameters.flatMap(({ name, in: own, required: is }) => (is && own === place ? name : [])));
  const [headers, queries] = [required('header'), required('query')];
  const kept = Object.entries(header ?? {}).filter(([name]) => headers.has(name) || !isPrecondition(name));
  const asked = Object.entries(query ?? {}).filter(([name]) => method !== 'get' || queries.has(name));
  return {
    ...input,
    ...(kept.length > 0 && { header: Object.fromEntries(kept) }),
    ...(asked.length > 0 && { query: Object.fromEntries(asked) }),
  };
}

/** The number of members that both bodies have, with different values. */
export function differing(made: { readonly input: CaseInput }, from: { readonly input: CaseInput }): number {
  const [own, others] = [made.input.body, from.input.body];
  if (!isJsonObject(own) || !isJsonObject(others)) return 0;
  return Object.keys(own).filter(
    (name) => Object.hasOwn(others, name) && canonicalJson(own[name] ?? null) !== canonicalJson(others[name] ?? null),
  ).length;
}

/** The path arguments without the argument `name`, whose value comes from a reply. Empty if no argument is left. */
export function pathWithout(path: CaseInput['path'], name: string | undefined): Pick<CaseInput, 'path'> {
  const others = Object.entries(path ?? {}).filter(([known]) => known !== name);
  return others.length === 0 ? {} : { path: Object.fromEntries(others) };
}

/**
 * Whether an operation should accept the body and store all its members, if the path is valid. A body with a `readOnly`
 * member is not accepted.
 */
export function isAcceptedBody(contract: Contract, operation: Operation, body: JsonObject): boolean {
  const isIgnored = ({ schema }: MediaContent): boolean =>
    schema !== undefined &&
    [...hiddenMembers(contract.schemas, schema, 'input')].some((name) => Object.hasOwn(body, name));
  if (operation.requestBody?.content.some(isIgnored) === true) return false;
  return isValidInput(contract, { ...operation, parameters: [] }, { body });
}

export function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
