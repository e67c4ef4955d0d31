import type { Contract } from '../../../../contract/contract.js';
import { createdByPut, documentsStatus } from '../../../../contract/documented-responses.js';
import { type Json, isJsonObject } from '../../../../contract/json/json.js';
import { canonicalJson } from '../../../../contract/json/canonical-json.js';
import type { Operation } from '../../../../contract/operation.js';
import { headerValue } from '../../../../contract/wire/message.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { isAbsent, replyOf } from '../../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../../../rule.js';
import { sameJson } from '../../../values/same-json.js';
import { type EarlierCall, earlierCalls } from '../../evidence/earlier-calls.js';
import { successValue } from '../../evidence/item-values.js';
import { besideFault } from './put-beside.js';
import { listedFault } from './put-listed.js';
import { isOnlyNew } from '../../evidence/puts/put-items.js';
import { isEqualPath, parentPath } from '../../../../contract/path-relations.js';

/** A PUT creates, replaces and finds an item at a path that the client chooses, such as `/tags/{name}`. */
export const putItem: TrialRule = {
  id: 'state/put-item',
  severity: 'must',
  statement:
    'This rule applies if the contract documents 201 for a PUT that creates an item. If a GET before the PUT did not find the item, the PUT is answered 201. If an earlier PUT stored the item, the PUT is answered 200 or 204, or 412 with a documented `If-None-Match`.',
  details: [
    'After a successful DELETE, a GET does not return the item as it was.',
    'A DELETE of one item does not remove another. A PUT that is answered 201 does not change another item, even if the two paths differ only in case. A PUT that is answered 200 or 204 does not change another item either, if the names of the two items differ in more than case, accents, separators and leading zeros.',
    'An item that a GET did not find below one parent is not found there after a PUT stores it below another parent. A list below another parent contains the item only if a GET below that parent finds the item.',
    'A list of such items that is read to its end contains each item that a PUT stored and a later GET finds, with the values that this GET returned. It does not contain a removed item as it was, if the GET does not find the item.',
  ],
  source: 'RFC 9110 §9.3.4 (PUT: 201, 200, 204), §13.1.2 (`If-None-Match: *`), §9.3.5 (DELETE)',
  repair:
    'Look up the item by its whole path before it is stored, and use the result for the status, the precondition and the list. List exactly the items that are stored.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    judgedEach(trial, (observation) => {
      const fault = faultOf(trial, context, observation);
      if (fault === undefined || fault === 'none') return fault && [];
      const { surface } = observation;
      return [{ surface, blame: responder(context), cause: trial.operation.id, ...fault }];
    }),
};

/** The fault of a call; `none` if the call is correct, and `undefined` if the call cannot be judged. */
type Judged = Omit<Violation, 'surface' | 'blame' | 'cause'> | 'none' | undefined;

function faultOf(trial: Trial, context: TrialContext, observation: Observation): Judged {
  const { operation } = trial;
  const reply = replyOf(observation);
  if (reply === undefined || reply.status === 202) return undefined;
  const known = new Known(operation, context, observation);
  if (operation.method === 'put') return putFault(operation, known, observation, reply.status);
  if (operation.method !== 'get') return undefined;
  const beside = known.isOfPost() ? undefined : besideFault(context.contract, operation, known.calls, observation);
  if (beside !== undefined || !isSuccess(reply.status)) return beside;
  return (
    removedFault(operation, known, observation) ??
    sharedFault(context.contract, operation, known, observation) ??
    foreignFault(operation, known, observation) ??
    listedFault(trial, context, observation)
  );
}

/** The calls of a sequence before this observation. */
class Known {
  readonly calls: readonly EarlierCall[];
  private readonly created: ReadonlySet<string>;

  constructor(
    private readonly operation: Operation,
    { contract, collections = [] }: TrialContext,
    private readonly observation: Observation,
  ) {
    this.calls = earlierCalls(contract, observation);
    this.created = new Set(collections.flatMap(({ create, read }) => (create && read ? read.operation.path : [])));
  }

  /** Whether a POST creates the items at the path of this call. */
  isOfPost(): boolean {
    return this.created.has(this.operation.path);
  }

  /**
   * The earlier calls of exactly this path, in order. Empty if a POST creates the items at this path, because other
   * rules judge them.
   */
  atPath(): readonly EarlierCall[] {
    if (this.isOfPost()) return [];
    return this.calls.filter(
      (call) => call.operation.path === this.operation.path && isSamePath(call.observation, this.observation),
    );
  }
}

function putFault(operation: Operation, known: Known, observation: Observation, status: number): Judged {
  const calls = known.atPath();
  const before = calls.at(-1);
  if (createdByPut(operation) === undefined || before?.operation.method !== 'get' || !isSuccess(status))
    return undefined;
  const about = { pointer: '/response/status', received: status } as const;
  const { id } = before.operation;
  if (isAbsent(before.status)) {
    if (status === 201) return 'none';
    const message = `${operation.id} answers ${status} for an item that ${id} did not find before.`;
    return { ...about, kind: 'created-without-201', message, expected: 201 };
  }
  const isStored = isSuccess(before.status) && calls.findLast(isChange)?.operation.method === 'put';
  if (!isStored) return undefined;
  if (isConditional(observation) && isOnlyNew(operation)) {
    const message = `${operation.id} with \`If-None-Match: *\` replaces an item that ${id} returned before.`;
    return { ...about, kind: 'replaced-despite-condition', message, expected: 412 };
  }
  const isReplacing = [200, 204].some((each) => documentsStatus(operation, each));
  if (status !== 201 || !isReplacing) return 'none';
  const message = `${operation.id} answers 201 for an item that ${id} returned before.`;
  return { ...about, kind: 'replaced-with-201', message, expected: '200 or 204' };
}

/** Whether a call changed the item at its own path. */
function isChange({ operation, status }: EarlierCall): boolean {
  return operation.method !== 'get' && isSuccess(status) && status !== 202;
}

function isConditional({ exchanges }: Observation): boolean {
  return headerValue(exchanges.at(-1)?.request.headers ?? [], 'if-none-match') === '*';
}

/** Judges a read of an item that a PUT created and a DELETE removed: the item must not be returned as it was. */
function removedFault(operation: Operation, known: Known, observation: Observation): Judged {
  const calls = known.atPath();
  const last = calls.findLast(isChange);
  const puts = calls.filter((call) => createdByPut(call.operation) !== undefined && isChange(call));
  if (last?.operation.method !== 'delete' || puts.length === 0) return undefined;
  const reads = calls.slice(0, calls.indexOf(last)).filter((call) => call.operation.id === operation.id);
  const before = reads.map((read) => successValue(read.observation)).findLast((value) => value !== undefined);
  if (before === undefined || !sameJson(before, successValue(observation) ?? null)) return 'none';
  const message = `${operation.id} returns an item that ${last.operation.id} removed before.`;
  return { pointer: '/response/status', kind: 'still-there', message, expected: 404, received: 200 };
}

/**
 * Judges the read of an item below one parent, after a PUT stored an item of the same name below a second parent. If
 * the item was not found before, it must not be found now with the value of the PUT, unless the contract states that
 * items are shared.
 */
function sharedFault(contract: Contract, operation: Operation, known: Known, observation: Observation): Judged {
  const own = known.atPath();
  const last = own.at(-1);
  const name = putNameAt(contract, operation.path);
  if (name === undefined || last?.operation !== operation || !isAbsent(last.status) || own.some(isChange))
    return undefined;
  const since = known.calls.slice(known.calls.indexOf(last) + 1);
  const puts = since.filter((call) => call.operation.path === operation.path && isChange(call));
  const [put] = puts;
  if (put === undefined || puts.length !== 1 || put.operation.method !== 'put' || put.status !== 201) return undefined;
  const isNamesake = sameJson(put.observation.case.input.path?.[name], observation.case.input.path?.[name]);
  const other = since.findLast((call) => call.operation === operation && isSamePath(call.observation, put.observation));
  const [one, received] = [other && successValue(other.observation), successValue(observation)];
  if (!isNamesake || one === undefined || received === undefined || mayBeShared(put.operation, operation))
    return undefined;
  if (!sameJson(one, received)) return 'none';
  const message = `${operation.id} returns an item that ${put.operation.id} stored below another parent. It did not find this item before.`;
  return { pointer: '/response/status', kind: 'found-below-other', message, expected: 404, received: 200 };
}

/** The name of the last path parameter, if a PUT at this path creates items: `name` for `/tags/{name}`. */
function putNameAt({ operations }: Contract, path: string): string | undefined {
  const put = operations.find((each) => each.method === 'put' && each.path === path);
  return put && createdByPut(put);
}

/** Matches texts of operations whose items do not belong to a single parent. */
const SHARED = /\b(?:shar(?:ed|es?)|global(?:ly)?|common|inherit\w*|default\w*|all|every)\b/i;

function mayBeShared(...operations: readonly Operation[]): boolean {
  return operations.some(({ summary, description }) => SHARED.test(`${summary} ${description}`));
}

/**
 * Judges the list below a parent: it must not contain an item of a different parent that a GET below this parent did
 * not find.
 */
function foreignFault(operation: Operation, known: Known, observation: Observation): Judged {
  const calls = known.calls.filter((call) => isEqualPath(parentPath(call.operation.path), operation.path));
  const foreign = calls.flatMap(({ operation: read, observation: seen }) => {
    const value = read.method === 'get' ? successValue(seen) : undefined;
    const isPut = calls.some((call) => isPutOf(call, seen));
    const isElsewhere = isPut && !isBelow(observation, seen) && !isUnread(calls, seen, observation);
    return isJsonObject(value) && isElsewhere ? [{ read, value }] : [];
  });
  if (foreign.length === 0) return undefined;
  const elements = elementsOf(successValue(observation)).map((element) => canonicalJson(element));
  const listed = foreign.find(({ value }) => elements.includes(canonicalJson(value)));
  if (listed === undefined) return 'none';
  const message = `${operation.id} lists an item of another parent. ${listed.read.id} did not find it below this one.`;
  const received = listed.value;
  return { pointer: '/response/body', kind: 'foreign-item', message, expected: 'only items of its own path', received };
}

function isPutOf(call: EarlierCall, seen: Observation): boolean {
  return createdByPut(call.operation) !== undefined && isChange(call) && isSamePath(call.observation, seen);
}

/** Whether the item may exist below the parent of the list, because no GET of it there was answered 404 or 410. */
function isUnread(calls: readonly EarlierCall[], seen: Observation, listed: Observation): boolean {
  const path = { ...seen.case.input.path, ...listed.case.input.path };
  return !calls.some(
    ({ operation, observation, status }) =>
      operation.method === 'get' && isAbsent(status) && sameJson(observation.case.input.path ?? {}, path),
  );
}

/** Whether the path of an item is below the path of a list, so that the item belongs into the list. */
function isBelow({ case: { input: listed } }: Observation, { case: { input: item } }: Observation): boolean {
  return sameJson({ ...item.path, ...listed.path }, item.path ?? {});
}

/** The elements of a reply that is a list or, if the reply is an object, of all lists in its members. */
function elementsOf(value: Json | undefined): readonly Json[] {
  const lists = isJsonObject(value) ? Object.values(value) : [value];
  return lists.flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : []));
}

function isSamePath({ case: one }: Observation, { case: other }: Observation): boolean {
  return sameJson(one.input.path ?? {}, other.input.path ?? {});
}
