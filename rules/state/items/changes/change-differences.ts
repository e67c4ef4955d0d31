import { storedTexts } from '../../../values/stated/operation-texts.js';
import { changeKind } from '../../../../contract/collections/change-kind.js';
import { sentItem, sentSchemas } from '../../../../contract/collections/envelope.js';
import { statedDefaults, statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { joinPointer, pointerTokens } from '../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { isUnsetValue } from '../../../../contract/json/unset-value.js';
import type { SchemaUri } from '../../../../contract/operation.js';
import { isHidden } from '../../../../surfaces/generation/schema-direction.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { differencesUnder } from '../../../comparison.js';
import { unchangedTexts } from '../../../values/stated/unchanged-texts.js';
import { isInSomeReplies, isOmittedEmpty } from '../../../values/stated/stated-change.js';
import type { TrialContext } from '../../../rule.js';
import type { JsonDifference } from '../../../values/json-difference.js';
import { sameJson } from '../../../values/same-json.js';
import { withAdditions } from '../../evidence/added-members.js';
import { type ItemChanged, changesAt, isChangedUnread, lastValue, lastValueAt } from '../../evidence/item-changes.js';
import { type CreatedItem, isAddition } from '../../evidence/item-values.js';
import { isDerived } from '../../evidence/member-places.js';
import { isMergePatch, mergedMembers } from '../../evidence/merge-patch.js';
import { maskedBody, setDespiteMask } from './masked-members.js';
import { isEntryAt, notRemoved } from './not-removed.js';
import { isOnlyTexts, mayUnset, mergesMap, withStoredEntries } from './partial-values.js';
import { resetAttributes } from './reset-attributes.js';
import { isKept, isStateChange, resetMembers } from './reset-members.js';
import { type FieldMask, fieldMask, isMaskedOut } from '../../../../contract/inputs/field-mask.js';
import { isPreconditionMember } from '../../../../contract/inputs/precondition-members.js';

export type StoredDifference = Omit<JsonDifference, 'kind'> & { readonly kind: string };

/** A change of an item, and the item in a later reply, with which the change is compared. */
interface Shown {
  readonly context: TrialContext;
  readonly change: ItemChanged;
  readonly item: CreatedItem | undefined;
  /** The schemas of the item in the later reply. */
  readonly stated: readonly SchemaUri[];
  readonly value: JsonObject;
}

/** A change and the item in a later reply, with everything that is needed to compare them. */
interface Comparison extends Shown {
  /** The item in the request of the change. */
  readonly body: JsonObject;
  readonly mask: FieldMask | undefined;
  /** The members in the request of the change, without those that a field mask, such as `update_mask`, leaves out. */
  readonly sent: JsonObject;
  /**
   * The values that the members of the request must have after the change. They include the nested members that a merge
   * patch does not name.
   */
  readonly wanted: JsonObject;
  /** The item before the change; `null` if it is unknown. */
  readonly before: Json;
  /** The item before all changes of the sequence; `null` if it is unknown. */
  readonly initial: Json;
  readonly isMerge: boolean;
  readonly given: ReadonlyMap<string, readonly SchemaUri[]>;
  readonly returned: ReadonlyMap<string, readonly SchemaUri[]>;
}

/** The differences between what a change should have stored and what a later read of the item returns. */
export function storedDifferences(shown: Shown, observation: Observation): readonly StoredDifference[] {
  const { earlier = [] } = observation;
  const steps = earlier.slice(0, earlier.indexOf(shown.change.observation));
  const compared = comparisonOf(shown, { ...observation, earlier: steps });
  if (compared === undefined) return [];
  const set = setDifferences(compared, 'not-stored', () => true);
  return set.some(({ kind }) => kind === 'not-stored') ? set : [...set, ...otherDifferences(compared)];
}

/**
 * The differences between what a change sent and what its own reply returns. Only members of the request are compared.
 * `isMember`: whether a member of the reply is a member of the item.
 */
export function returnedDifferences(shown: Shown, isMember: (name: string) => boolean): readonly StoredDifference[] {
  const compared = comparisonOf(shown, shown.change.observation);
  return compared === undefined ? [] : setDifferences(compared, 'not-returned', isMember);
}

/**
 * Collects everything that is needed to compare a change with the item in a later reply. `observation`: a call of the
 * item whose earlier steps are those before the change.
 */
function comparisonOf(shown: Shown, observation: Observation): Comparison | undefined {
  const { context, change, item, stated } = shown;
  const { contract } = context;
  const { operation, observation: made } = change;
  const body = sentItem(contract, operation, made.case.input.body);
  if (!isJsonObject(body)) return undefined;
  const mask = fieldMask(made.case.input);
  const sent = mask === undefined ? body : maskedBody(mask, body);
  const { earlier = [] } = observation;
  const before = item ? lastKnownValue(contract, earlier, item) : lastValueAt(contract, earlier, observation);
  const isMerge = isMergePatch(operation, made);
  const [first] = changesAt(contract, observation);
  const given = statedMembers(contract.schemas, sentSchemas(contract, operation));
  const isMap = (uris: readonly SchemaUri[] = []): boolean => mergesMap(contract, operation, uris);
  const unchanged = earlier.slice(0, first && earlier.indexOf(first.observation));
  return {
    ...shown,
    body,
    mask,
    sent,
    wanted: isMerge ? mergedMembers(before, sent) : withStoredEntries(before, sent, (name) => isMap(given.get(name))),
    before,
    initial: lastValueAt(contract, unchanged, observation) ?? item?.value ?? null,
    isMerge,
    given,
    returned: statedMembers(contract.schemas, stated),
  };
}

/** Whether the schema of the later reply has the member, and no schema of `own` hides it from requests or replies. */
function isShown({ context, returned }: Comparison, name: string, own: readonly SchemaUri[] = []): boolean {
  const { schemas } = context.contract;
  return returned.has(name) && !own.some((uri) => isHidden(schemas, uri, 'input') || isHidden(schemas, uri, 'output'));
}

function isStored(compared: Comparison, name: string): boolean {
  return isShown(compared, name, bothSchemas(compared, name));
}

function bothSchemas({ given, returned }: Comparison, name: string): readonly SchemaUri[] {
  return [...(given.get(name) ?? []), ...(returned.get(name) ?? [])];
}

/** The schemas of a member in the request of the create. What they state about stored values also applies here. */
function createdSchemas({ context: { contract }, item }: Comparison, name: string): readonly SchemaUri[] {
  return item === undefined
    ? []
    : (statedMembers(contract.schemas, sentSchemas(contract, item.create)).get(name) ?? []);
}

/** The members of the request that the item in the later reply must have. */
function comparedMembers(
  compared: Comparison,
  isMember: (name: string) => boolean,
): readonly (readonly [name: string, to: Json])[] {
  const { context, change, wanted, value, given, returned } = compared;
  const { operation, observation } = change;
  const isPatch = changeKind(context.contract, operation) === 'modify';
  const { mediaType } = observation.case.input;
  const isUnset = (name: string, to: Json): boolean =>
    to === null || (to === '' && mayUnset(context.contract, operation, mediaType, given.get(name) ?? []));
  const schemas = context.contract.schemas.forDirection('input');
  return Object.entries(wanted)
    .filter(
      ([name, to]) =>
        isMember(name) && isStored(compared, name) && !(isPatch && isUnset(name, to) && !isKept(value, name)),
    )
    .filter(([name, to]) => !isPreconditionMember(name, to))
    .filter(([name, to]) => {
      const held = withAdditions(to, ownValue(value, name));
      return (returned.get(name) ?? []).every((uri) => schemas.accepts(uri, held));
    });
}

function memberDifferences(compared: Comparison, name: string, to: Json, from: Json): readonly JsonDifference[] {
  const { schemas, document } = compared.context.contract;
  const comparison = {
    schemas,
    stated: [...bothSchemas(compared, name), ...createdSchemas(compared, name)],
    ignored: ['input', 'output'],
    storedTexts: storedTexts(compared.context.contract, compared.change.operation),
  } as const;
  return differencesUnder(comparison, to, ownValue(from, name), joinPointer('', name)).filter(
    (difference) =>
      !isAddition(compared.wanted, difference) &&
      !isUnsetEntry(compared, difference) &&
      !isOmittedEmpty(document, difference.expected, difference.received),
  );
}

/** Whether a POST sets an entry of a map to null or to an empty text. It may thereby remove the entry. */
function isUnsetEntry({ context, change, stated }: Comparison, { pointer, expected }: JsonDifference): boolean {
  const isPost = change.operation.method === 'post';
  return isPost && (expected === null || expected === '') && isEntryAt(context.contract.schemas, stated, pointer);
}

/**
 * The differences in members that the request sets. If at least `FEWEST` members should have changed and none of them
 * has its new value, there is a single difference of the kind `whole`, because nothing was stored. If known
 * transformations explain all received values, such as upper case, each member is a separate difference instead.
 */
function setDifferences(
  compared: Comparison,
  whole: string,
  isMember: (name: string) => boolean,
): readonly StoredDifference[] {
  const { sent, value, before } = compared;
  const members = comparedMembers(compared, isMember);
  const different = members.filter(([name, to]) => memberDifferences(compared, name, to, before).length > 0);
  const lost = different
    .map(([name, to]) => memberDifferences(compared, name, to, value))
    .filter((found) => found.length > 0);
  const isDerivedOnly = lost.every((found) => found.every(isDerived));
  if (different.length >= FEWEST && lost.length === different.length && !isDerivedOnly)
    return [{ pointer: '', kind: whole, expected: sent, received: value }];
  return members.flatMap(([name, to]) => differencesOfMember(compared, name, to));
}

function differencesOfMember(compared: Comparison, name: string, to: Json): readonly StoredDifference[] {
  const { sent, value, isMerge } = compared;
  const { schemas } = compared.context.contract;
  const own = ownValue(sent, name);
  const found = [
    ...memberDifferences(compared, name, to, value),
    ...unchangedTexts(schemas, bothSchemas(compared, name), name, own ?? null, ownValue(value, name)),
  ];
  const isMap = mergesMap(compared.context.contract, compared.change.operation, compared.given.get(name) ?? []);
  if (!(isMerge || isMap) || found.length === 0 || !isJsonObject(own)) return found;
  const named = ownValue(mergedMembers(null, { [name]: own }), name) as Json;
  // The members that the patch names were stored, but other members of the object were lost.
  return memberDifferences(compared, name, named, value).length > 0
    ? found
    : [{ pointer: joinPointer('', name), kind: 'not-merged', expected: to, received: ownValue(value, name) }];
}

/** The differences in members that a merge patch must remove, and in members that a PATCH must not change. */
function otherDifferences(compared: Comparison): readonly StoredDifference[] {
  const { context, change, item, stated, sent, before, value, isMerge, given } = compared;
  const { schemas } = context.contract;
  const isDefault = (pointer: string, member: Json): boolean =>
    defaultsOf(context, item, stated, pointer).some((preset) => sameJson(preset, member));
  const isInitial = (name: string, member: Json): boolean =>
    isDefault(joinPointer('', name), member) || (isOnlyTexts(schemas, given, sent) && isUnsetValue(member));
  const removed = isMerge
    ? notRemoved(schemas, stated, { sent, before, value }).filter(
        ({ pointer, received = null }) =>
          isStored(compared, pointerTokens(pointer)[0] ?? '') &&
          given.has(pointerTokens(pointer)[0] ?? '') &&
          // A removed member may be returned with its default.
          !isDefault(pointer, received),
      )
    : [];
  // The members of the change and those of the create. A PATCH may set members that a create must not send.
  const { mask } = compared;
  const created =
    item === undefined ? [] : [...statedMembers(schemas, sentSchemas(context.contract, item.create)).keys()];
  const kept = [...new Set([...given.keys(), ...created])]
    .filter((name) => isShown(compared, name, given.get(name)))
    .filter((name) => Object.hasOwn(value, name) || !isInSomeReplies(schemas, compared.returned.get(name) ?? []))
    .filter((name) => mask === undefined || isMaskedOut(mask, name));
  const masked = mask === undefined ? [] : setDespiteMask(mask, compared.body, before, value);
  if (masked.length > 0) return [...removed, ...masked.map((each) => ({ ...each, kind: 'set-despite-mask' }))];
  if (changeKind(context.contract, change.operation) !== 'modify') return removed;
  const mayClear = isStateChange(sent, before);
  const omitted = kept.filter(
    (name) => !Object.hasOwn(sent, name) && !(mayClear && (ownValue(value, name) ?? null) === null),
  );
  return [...removed, ...resetMembers(omitted, compared, isInitial), ...resetAttributes(schemas, compared, isDefault)];
}

/** The item before a change; `null` if it was not read after the previous change. */
function lastKnownValue(contract: Contract, steps: readonly Observation[], item: CreatedItem): Json {
  return isChangedUnread(contract, steps, item) ? null : lastValue(contract, steps, item);
}

/** The defaults of a member, according to the schemas of the read and of the create. */
function defaultsOf(
  { contract }: TrialContext,
  item: CreatedItem | undefined,
  stated: readonly SchemaUri[],
  pointer: string,
): readonly Json[] {
  const created = item ? sentSchemas(contract, item.create) : [];
  return statedDefaults(contract.schemas, [...stated, ...created], pointer);
}

/**
 * If a request changes at least this number of members and none of them is stored, the violation is that the operation
 * stores nothing (`not-stored`). With a single member, a different fault is more likely.
 */
const FEWEST = 2;
