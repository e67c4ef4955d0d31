import type { Feed } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { locatedId } from '../../../contract/collections/located-id.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { joinPointer, pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import { isEqualPath, pathAbove } from '../../../contract/path-relations.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { acceptedBatches } from '../evidence/accepted-creates.js';
import { changesOf, isRemoved } from '../evidence/item-changes.js';
import { type CreatedItem, createdItem, successValue } from '../evidence/item-values.js';
import { withoutRepeats } from '../evidence/repeat-key.js';

/** Each create makes a new resource. */
export const newItem: TrialRule = {
  id: 'state/new-item',
  severity: 'must',
  statement:
    'A create that is answered 201 makes a new item. If the service assigns the identifier, it differs from the identifiers of all earlier items, also of removed items if it is a number or a UUID, and of all other items in the same reply.',
  source: 'RFC 9110 §15.3.2: 201 indicates that the request resulted in one or more new resources being created',
  repair:
    'Assign a unique identifier to each item, and do not assign the identifier of a removed item again (in SQLite: AUTOINCREMENT), or answer 200 or 409 if the item exists.',
  backends: REAL_SERVICE,
  reads: 'value',
  check: (trial, context) => {
    const collection = context.collections?.find(({ create }) => create?.id === trial.operation.id);
    const id = collection?.read?.id;
    if (id === undefined) return sharedIdentifiers(trial, context);
    const compared = trial.observations.flatMap((observation) => {
      const ids = identifiers(context, trial.operation, observation, id);
      return ids === undefined ? [] : [{ surface: observation.surface, ids }];
    });
    if (compared.length === 0) return undefined;
    return compared.flatMap(({ surface, ids }) => repeated(trial, context, surface, placeOf(id), ids));
  },
};

/** Judges creates of several items: no two items of one reply have the same identifier. */
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
    const message = `${operation} answers 201 with one identifier for two items.`;
    return repeated(trial, context, surface, joinPointer(place, name ?? ''), { own, earlier }, message);
  });
}

interface Identifiers {
  readonly own: Json;
  readonly earlier: readonly Json[];
}

/**
 * The identifier of a created item, and the identifiers of earlier items; `undefined` if the service assigned no
 * identifier or there is no earlier item.
 */
function identifiers(
  { contract }: TrialContext,
  operation: Operation,
  observation: Observation,
  id: Feed,
): Identifiers | undefined {
  const creates = (observation.earlier ?? []).filter((step) => step.case.operation === operation.id);
  const all = withoutRepeats(operation, [...creates, observation]);
  if (all.at(-1) !== observation) return undefined;
  const [own, ...earlier] = all
    .toReversed()
    .map((step) => assigned(createdItem(contract, step), step, id))
    .filter((each, index) => index === 0 || isCompared(contract, observation, all.at(-1 - index), each));
  const known = earlier.toReversed().filter((other) => other !== undefined);
  return own === undefined || known.length === 0 ? undefined : { own, earlier: known };
}

/** A number, or a UUID (RFC 9562 §4). */
const COUNTED = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/**
 * Whether the identifier of an earlier item is compared. If the item was removed, a service may assign a text that it
 * derived from the name again, but not a number or a UUID.
 */
function isCompared(
  contract: Contract,
  observation: Observation,
  step: Observation | undefined,
  id: Json | undefined,
): boolean {
  const item = step && createdItem(contract, step);
  return item === undefined || !isRemoved(changesOf(contract, observation, item)) || COUNTED.test(String(id));
}

/**
 * The identifier that the service assigned to an item; `undefined` if the request contains it, or if the status is not
 * 201.
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
  message = `${operation.id} answers 201 with an identifier that it assigned before.`,
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
