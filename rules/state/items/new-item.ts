import type { Feed } from '../../../contract/case.js';
import { locatedId } from '../../../contract/inputs/located-id.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { joinPointer, pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import { isEqualPath, pathAbove } from '../../../contract/path-relations.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { acceptedBatches } from '../evidence/accepted-creates.js';
import { changesOf, isRemoved, isSamePath } from '../evidence/item-changes.js';
import { type CreatedItem, createdItem, successValue } from '../evidence/item-values.js';
import { readList } from '../evidence/listed-elements.js';
import { withoutRepeats } from '../evidence/repeat-key.js';

/** Each create makes a new item with an identifier of its own. */
export const newItem: TrialRule = {
  id: 'state/new-item',
  severity: 'must',
  statement:
    'A create that is answered 201 makes a new item. If the service assigns the identifier, it differs from the identifiers of all earlier items that were not removed, and of all other items in the same reply.',
  source: 'RFC 9110 §15.3.2: 201 indicates that the request resulted in one or more new resources being created',
  repair: 'Assign a unique identifier to each item, or answer 200 or 409 if the item exists.',
  backends: REAL_SERVICE,
  reads: 'value',
  check: (trial, context) => {
    const id = identifierOf(trial, context);
    return id === undefined ? sharedIdentifiers(trial, context) : comparedIdentifiers(trial, context, id, 'present');
  },
};

/** The identifier of a removed item is not assigned again. */
export const removedIdentifier: TrialRule = {
  id: 'state/removed-identifier',
  severity: 'should',
  statement:
    'If the service assigns numbers or UUIDs as identifiers, a new item does not get the identifier of a removed item.',
  source:
    'Architecture of the World Wide Web §2.2.1: a URI that identifies one resource and later a different one misleads clients that stored it',
  repair:
    'Do not assign the identifier of a removed item again. In SQLite, use AUTOINCREMENT; do not compute the number from the items that exist.',
  backends: REAL_SERVICE,
  reads: 'value',
  check: (trial, context) => {
    const id = identifierOf(trial, context);
    return id === undefined ? undefined : comparedIdentifiers(trial, context, id, 'removed');
  },
};

/** Where the reply to a create contains the identifier of the item; `undefined` if no GET reads the item. */
function identifierOf({ operation }: Trial, { collections }: TrialContext): Feed | undefined {
  return collections?.find(({ create }) => create?.id === operation.id)?.read?.id;
}

function comparedIdentifiers(
  trial: Trial,
  context: TrialContext,
  id: Feed,
  which: 'present' | 'removed',
): readonly Violation[] | undefined {
  const compared = trial.observations.flatMap((observation) => {
    const ids = identifiers(context, trial.operation, observation, id, which);
    return ids === undefined ? [] : [{ surface: observation.surface, ids }];
  });
  if (compared.length === 0) return undefined;
  const message =
    which === 'removed' ? `${trial.operation.id} assigns the identifier of a removed item again.` : undefined;
  return compared.flatMap(({ surface, ids }) => repeated(trial, context, surface, placeOf(id), ids, message));
}

/** Judges a create of several items: its reply must not have the same identifier twice. */
function sharedIdentifiers(trial: Trial, context: TrialContext): readonly Violation[] | undefined {
  const { path, id: operation } = trial.operation;
  const list = context.collections?.find(
    (each) =>
      each.list !== undefined && [path, pathAbove(path)].some((at) => isEqualPath(at, each.list?.operation.path ?? '')),
  )?.list;
  const name = list?.id;
  const batches = name === undefined ? [] : acceptedBatches(trial, context);
  const judged = batches.flatMap(({ surface, at, sent, returned }) => {
    const ids = returned.map((item) => ownValue(item, name ?? '') ?? null);
    const isAssigned = sent.every((element) => ownValue(element, name ?? '') === undefined);
    const isKnown = ids.every((id) => typeof id === 'string' || typeof id === 'number');
    return isAssigned && isKnown && ids.length > 1 ? [{ surface, ids, place: `/response/body${at}/*` }] : [];
  });
  if (judged.length === 0) return undefined;
  return judged.flatMap(({ surface, ids, place }) => {
    const [own = null, ...earlier] = ids;
    const message = `${operation} answers 201 with the same identifier for two items.`;
    return repeated(trial, context, surface, joinPointer(place, name ?? ''), { own, earlier }, message);
  });
}

interface Identifiers {
  readonly own: Json;
  readonly earlier: readonly Json[];
}

/**
 * The identifier that a create returned, and identifiers of earlier items: of those that still exist (`present`), or of
 * those that were removed (`removed`). The items that exist are those that were created, and those that a list showed
 * before the create. Items below another parent may have the same identifier. `undefined` if the service did not assign
 * the identifier, or if there are no such earlier items.
 */
function identifiers(
  context: TrialContext,
  operation: Operation,
  observation: Observation,
  id: Feed,
  which: 'present' | 'removed',
): Identifiers | undefined {
  const { contract } = context;
  const creates = (observation.earlier ?? []).filter(
    (step) => step.case.operation === operation.id && isSamePath(step, observation),
  );
  const all = withoutRepeats(operation, [...creates, observation]);
  if (all.at(-1) !== observation) return undefined;
  const own = assigned(createdItem(contract, observation), observation, id);
  if (own === undefined) return undefined;
  const created = all.slice(0, -1).flatMap((step) => {
    const item = createdItem(contract, step);
    const known = assigned(item, step, id);
    const isGone = item !== undefined && isRemoved(changesOf(contract, observation, item));
    return known === undefined ? [] : [{ known, isGone, sent: item?.sent ?? null }];
  });
  const earlier = created
    .filter(({ known, isGone, sent }) => (which === 'removed' ? isGone && isCounted(known, sent) : !isGone))
    .map(({ known }) => known);
  const isCreated = new Set(created.map(({ known }) => known));
  const listed = which === 'present' ? listedIdentifiers(context, operation, observation, id) : [];
  const others = [...earlier, ...[...new Set(listed)].filter((known) => !isCreated.has(known))];
  return others.length === 0 ? undefined : { own, earlier: others };
}

/** The identifiers in the lists that were read before a create, without those that another call used since. */
function listedIdentifiers(
  context: TrialContext,
  { id: create }: Operation,
  observation: Observation,
  { pointer, location }: Feed,
): readonly Json[] {
  const { earlier = [] } = observation;
  const list = context.collections?.find((collection) => collection.create?.id === create)?.list;
  const name = list?.id;
  if (list === undefined || name === undefined || location !== undefined || pointerTokens(pointer).at(-1) !== name)
    return [];
  const used = new Set(earlier.flatMap((step) => Object.values(step.case.input.path ?? {}).map(String)));
  return earlier
    .filter((step) => step.case.operation === list.operation.id && isSamePath(step, observation))
    .flatMap((step) => readList(list, step)?.elements ?? [])
    .flatMap((element) => ownValue(element, name) ?? [])
    .filter((known) => !used.has(String(known)));
}

/**
 * Whether the service probably counts or generates identifiers, so that it must not assign one twice. The identifier is
 * a UUID (RFC 9562 §4), or a number with or without a prefix, such as `task-7`. The prefix must not occur in a sent
 * string: the service may then derive the identifier from the values of the item, and get the same one for equal
 * values.
 */
function isCounted(id: Json, sent: Json): boolean {
  const numbered = /^(?:([a-z]+)[-_]?)?\d+$/i.exec(String(id));
  if (numbered === null) return UUID.test(String(id));
  const prefix = numbered[1]?.toLowerCase();
  return prefix === undefined || !JSON.stringify(sent).toLowerCase().includes(prefix);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The identifier that the service assigned to a created item; `undefined` if the request contained it, or if the status
 * is not 201.
 */
function assigned(item: CreatedItem | undefined, step: Observation, { pointer, location }: Feed): Json | undefined {
  if (item === undefined || replyOf(step)?.status !== 201) return undefined;
  if (location !== undefined) {
    const located = item.uri === undefined ? undefined : locatedId(item.uri, location);
    // It is not known which member is the identifier. Any member of the request with this value may be the identifier.
    return isJsonObject(item.sent) && Object.values(item.sent).includes(located ?? null) ? undefined : located;
  }
  const name = pointerTokens(pointer).at(-1) ?? '';
  const isChosen = isJsonObject(item.sent) && ownValue(item.sent, name) !== undefined;
  const id = valueAt(successValue(step), pointer);
  return isChosen || (typeof id !== 'string' && typeof id !== 'number') ? undefined : id;
}

function placeOf({ pointer, location }: Feed): string {
  return location === undefined ? `/response/body${pointer}` : '/response/header/location';
}

function repeated(
  { operation }: Trial,
  context: TrialContext,
  surface: string,
  place: string,
  { own, earlier }: Identifiers,
  message = `${operation.id} answers 201 with the identifier of an item that exists already.`,
): readonly Violation[] {
  const all = [...earlier, own];
  const [twice] = all.filter((id, index) => all.indexOf(id) !== index);
  // All identifiers are compared with each other, not only the last one with the earlier ones. Among many identifiers,
  // two are likely to be equal, but the last one is rarely one of them.
  if (twice === undefined) return [];
  return [
    {
      surface,
      pointer: place,
      kind: 'identifier-repeated',
      message,
      expected: 'a new identifier',
      received: twice,
      blame: responder(context),
      cause: operation.id,
      status: 201,
    },
  ];
}
