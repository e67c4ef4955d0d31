import { isOtherPost } from '../../../contract/collections/change-kind.js';
import { sentItem } from '../../../contract/collections/envelope.js';
import type { Contract } from '../../../contract/contract.js';
import { documentsHeader, documentsStatus } from '../../../contract/documented-responses.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { headerValue } from '../../../contract/wire/message.js';
import { statesUnchanged } from '../../../contract/wire/request/preconditions.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyContent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import {
  type ItemChanged,
  changesAt,
  changesOf,
  isMade,
  isOfItem,
  isSamePath,
  itemOf,
} from '../evidence/item-changes.js';
import { itemValue } from '../evidence/item-values.js';
import { TAG, isSameTag, isStrong, tagOf } from './changes/entity-tags.js';
import { isLost } from './changes/lost-change.js';
import { outdatedVersionFault } from './changes/outdated-version.js';
import { unconditionalFault } from './changes/unconditional-change.js';
import { unmodifiedTagFault } from './changes/unmodified-tag.js';

/** An `ETag` identifies a representation, and the service evaluates the preconditions that the contract documents. */
export const conditionalRequests: TrialRule = {
  id: 'state/conditional-requests',
  severity: 'must',
  statement: 'A change of an item also changes its `ETag`, if the `ETag` is strong.',
  details: [
    'A change of an item also changes a weak `ETag`, if the description of the status 304 states that the item is then unchanged.',
    'If the contract documents an `ETag` for the reply to a PUT, a PATCH or an action, it is the `ETag` of the changed item.',
    'If the contract documents 304, a GET is answered 304 if its `If-None-Match` is `*` or contains the current `ETag`. It is not answered 304 if `If-None-Match` has only an outdated `ETag`, or one that the service never returned.',
    'The `ETag` of a 304 is the current one, and is not missing if the contract documents it for the 304.',
    'Items and lists that no operation of the contract creates are judged if all earlier calls are equal reads.',
    'If the contract documents 412, a change with an outdated `ETag` in `If-Match` is answered 412 and changes nothing. A change with the current `ETag` is not answered 412. If a text states that `If-Match` takes several tags, this also holds if the current one is the second.',
    'If the contract documents 428, and 412 or a precondition such as `If-Match`, a change without a precondition is refused.',
    'A version such as `etag` that a GET returns and a change sends in its body or its query is judged in the same way: if the contract states that outdated versions are refused with 409 or 412, the service refuses them.',
  ],
  source:
    'RFC 9110 §8.8, §8.8.1 and §8.8.3 (validators), §13.1.1 (If-Match), §13.1.2 (If-None-Match), §15.4.5 (304), §15.5.13 (412); RFC 6585 §3 (428); AIP-154 (a version in the body)',
  repair:
    'Derive the `ETag` from the stored representation or its version, and compare it with the precondition before the method is performed.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) =>
    judgedEach(trial, (observation) => {
      const known = knownItem(trial, context, observation);
      const isRead = known !== undefined && known.reads.length > 0;
      const fault =
        unconditionalFault(context.contract, trial.operation, observation, isRead) ??
        outdatedVersionFault(trial.operation, context, observation) ??
        (known && faultOf(trial.operation, known));
      if (fault === undefined || fault === 'none') return fault && [];
      return [{ surface: observation.surface, blame: responder(context), ...fault }];
    }),
};

/** What the earlier steps of a sequence show about an item. */
interface KnownItem {
  readonly contract: Contract;
  readonly reply: WireResponse;
  readonly observation: Observation;
  /** The earlier reads without a precondition, such as `If-None-Match`, in order. */
  readonly reads: readonly TaggedRead[];
  /** The changes of the item since the last of the `reads`. */
  readonly since: readonly ItemChanged[];
  readonly condition: Condition | undefined;
}

/** Whether this call and all calls before it only read the same resource. */
function isReadOnly({ id, method }: Operation, { case: { input }, earlier = [] }: Observation): boolean {
  const isSame = ({ case: step }: Observation): boolean =>
    step.operation === id &&
    sameJson(step.input.path ?? {}, input.path ?? {}) &&
    sameJson(step.input.query ?? {}, input.query ?? {});
  return method === 'get' && earlier.length > 0 && earlier.every(isSame);
}

interface TaggedRead {
  readonly observation: Observation;
  readonly tag: string;
  readonly value: Json | undefined;
}

interface Condition {
  readonly name: 'if-match' | 'if-none-match';
  readonly tag: string;
}

type Fault = Omit<Violation, 'surface' | 'blame'>;
/** The fault of a call; `none` if the call is correct, and `undefined` if the call cannot be judged. */
type Judged = Fault | 'none' | undefined;

function knownItem({ operation }: Trial, { contract }: TrialContext, observation: Observation): KnownItem | undefined {
  const { earlier = [] } = observation;
  const item = itemOf(contract, observation);
  const reply = replyOf(observation);
  const changes = item === undefined ? changesAt(contract, observation) : changesOf(contract, observation, item);
  // Without a create, a resource is known to exist if a PUT stored it at this path, or if nothing changed it and equal
  // reads found it.
  const isPut = changes.some((change) => change.operation.method === 'put' && isMade(change));
  const isKnown = item !== undefined || isPut || isReadOnly(operation, observation);
  if (!isKnown || reply === undefined) return undefined;
  const isOfSame = (step: Observation): boolean =>
    item === undefined ? isSamePath(step, observation) : isOfItem(step, item.step);
  const ids = new Set(
    contract.operations.flatMap(({ id, method, path }) => (method === 'get' && path === operation.path ? [id] : [])),
  );
  const reads = earlier.flatMap((step): readonly TaggedRead[] => {
    const isRead = isOfSame(step) && ids.has(step.case.operation) && conditionOf(step) === undefined;
    const tag = isRead ? tagOf(replyOf(step)) : undefined;
    return tag === undefined ? [] : [{ observation: step, tag, value: itemValue(contract, step) }];
  });
  const last = reads.at(-1);
  const since = changes.filter(
    (change) => last !== undefined && earlier.indexOf(change.observation) > earlier.indexOf(last.observation),
  );
  return { contract, reply, observation, reads, since, condition: conditionOf(observation) };
}

/** The precondition of a request: its header `If-Match` or, if it has none, its header `If-None-Match`. */
function conditionOf({ exchanges }: Observation): Condition | undefined {
  const headers = exchanges.at(-1)?.request.headers ?? [];
  for (const name of ['if-match', 'if-none-match'] as const) {
    const tag = headerValue(headers, name);
    if (tag !== undefined) return { name, tag };
  }
  return undefined;
}

function faultOf(operation: Operation, known: KnownItem): Judged {
  if (operation.method === 'get')
    return known.condition === undefined ? readFault(operation, known) : unmodifiedFault(operation, known);
  return known.condition === undefined ? undefined : preconditionFault(operation, known);
}

/** Judges a read without a precondition after a change: its `ETag` must differ from the one before the change. */
function readFault(operation: Operation, known: KnownItem): Judged {
  const { contract, reply, reads, since, observation } = known;
  const [before, change] = [reads.at(-1), since.at(-1)];
  if (before === undefined || change === undefined) return undefined;
  if (replyOf(change.observation)?.status === 412) return refusedFault(operation, known, change, before);
  const tag = tagOf(reply);
  const after = itemValue(contract, observation);
  if (!isMade(change) || tag === undefined) return undefined;
  const outdated = documentsHeader(operation, 'etag')
    ? outdatedFault(operation, known, change, tag, { before, after })
    : undefined;
  if (outdated !== undefined) return outdated;
  const names = isOtherPost(contract, change.operation) ? settledMembers(reads) : givenMembers(contract, change);
  const isChanged = names.some(
    (name) => after !== undefined && !sameJson(ownValue(before.value, name), ownValue(after, name)),
  );
  const isOne = sameJson(before.observation.case.input.query ?? {}, observation.case.input.query ?? {});
  if (!isChanged || !isOne || !(isStrong(tag) || statesUnchanged(operation))) return undefined;
  if (tag !== before.tag) return 'none';
  return {
    pointer: '/response/header/etag',
    kind: 'etag-unchanged',
    message: `${operation.id} returns the ETag that it returned before ${change.operation.id} changed the item.`,
    expected: 'another ETag',
    received: tag,
    cause: operation.id,
  };
}

/** Judges the `ETag` in the reply to a change: it must be that of the changed item (RFC 9110 §8.8). */
function outdatedFault(
  operation: Operation,
  { contract }: KnownItem,
  { operation: changing, observation }: ItemChanged,
  tag: string,
  { before, after }: { readonly before: TaggedRead; readonly after: Json | undefined },
): Judged {
  const returned = tagOf(replyOf(observation));
  // An action has its own URI, so its reply may have its own tag.
  const isTag = isOtherPost(contract, changing) ? returned === before.tag : changing.path === operation.path;
  const isTagged = isTag && documentsHeader(changing, 'etag');
  if (isOtherPost(contract, changing) && !sameJson(itemValue(contract, observation), after)) return undefined;
  if (!isTagged || returned === undefined || !isStrong(returned) || !isStrong(tag) || returned === tag)
    return undefined;
  if (!isOtherPost(contract, changing) && isLost(contract, changing, observation, before.value, after))
    return undefined;
  return {
    pointer: '/response/header/etag',
    kind: 'etag-outdated',
    message: `${changing.id} returned a different ETag from the one that ${operation.id} returns directly after it.`,
    expected: tag,
    received: returned,
    cause: operation.id,
  };
}

/** The names of the members that a change sends. */
function givenMembers(contract: Contract, { operation, observation }: ItemChanged): readonly string[] {
  const body = sentItem(contract, operation, observation.case.input.body);
  return isJsonObject(body) ? Object.keys(body) : [];
}

/** The names of the members that were equal in the last two reads. */
function settledMembers(reads: readonly TaggedRead[]): readonly string[] {
  const [one, other] = [reads.at(-1)?.value, reads.at(-2)?.value];
  return isJsonObject(one) ? Object.keys(one).filter((name) => sameJson(one[name], ownValue(other ?? null, name))) : [];
}

/** Judges a read after a change that was answered 412: the change must have had no effect. */
function refusedFault(
  operation: Operation,
  { contract, observation }: KnownItem,
  change: ItemChanged,
  before: TaggedRead,
): Judged {
  const status = replyOf(observation)?.status ?? 0;
  const isGone = isAbsent(status);
  const after = itemValue(contract, observation);
  if (!isGone && after === undefined) return undefined;
  const name = givenMembers(contract, change).find(
    (each) => !sameJson(ownValue(before.value, each), ownValue(after, each)),
  );
  if (!isGone && name === undefined) return 'none';
  return {
    pointer: '/state',
    kind: 'changed-by-refused-call',
    message: `The service answered 412 to ${change.operation.id}, but ${operation.id} ${isGone ? 'does not find the item' : `returns a different \`${name}\``} afterwards.`,
    expected: 'the item as it was',
    received: isGone ? status : (ownValue(after, name ?? '') ?? null),
    cause: 'if-match',
  };
}

/** Judges a read with `If-None-Match`: it is answered 304 only for the current tag or `*`. */
function unmodifiedFault(operation: Operation, { reply, reads, since, condition }: KnownItem): Judged {
  const last = reads.at(-1);
  const isJudged = condition?.name === 'if-none-match' && documentsStatus(operation, 304) && since.length === 0;
  if (!isJudged || last === undefined) return undefined;
  const about = { pointer: '/response/status', received: reply.status, status: reply.status, cause: condition.name };
  const tags = condition.tag.match(TAG) ?? [];
  if (condition.tag === '*' || tags.some((each) => isSameTag(each, last.tag))) {
    const own = tagOf(reply);
    const isSame = own === undefined ? isSameContent(reply, last) : isSameTag(own, last.tag);
    if (reply.status === 304) return unmodifiedTagFault(operation, reply, last.tag, condition.tag === '*') ?? 'none';
    if (!isSuccess(reply.status) || !isSame) return 'none';
    const message = `${operation.id} answers ${reply.status} to a GET whose If-None-Match ${tags.length > 1 ? 'contains' : 'is'} ${tags.length > 0 ? 'the current ETag' : '`*`'}.`;
    return { ...about, kind: 'unmodified-returned', message, expected: 304 };
  }
  const old = reads.find(({ tag }) => isSameTag(tag, condition.tag));
  const isUnknown = tags.length > 0 && tags.every((each) => reads.every(({ tag }) => !isSameTag(tag, each)));
  if (isUnknown && reply.status === 304) {
    const message = `${operation.id} answers 304 to a GET whose If-None-Match has only an ETag that it never returned.`;
    return { ...about, kind: 'modified-hidden', message, expected: 200 };
  }
  if (old === undefined || sameJson(old.value, last.value)) return undefined;
  if (reply.status !== 304) return 'none';
  const message = `${operation.id} answers 304 to a GET whose If-None-Match is the ETag from before the change of the item.`;
  return { ...about, kind: 'modified-hidden', message, expected: 200 };
}

function isSameContent(reply: WireResponse, { observation }: TaggedRead): boolean {
  const before = replyOf(observation);
  const [one, other] = [replyContent(reply), before && replyContent(before)];
  return one !== undefined && other !== undefined && Buffer.from(one).equals(other);
}

/**
 * Judges a change with `If-Match`. The service must accept the current tag if it is strong (RFC 9110 §13.1.1). It must
 * never accept an outdated tag, even if the tag is weak and the service compares weak tags.
 */
function preconditionFault(operation: Operation, { reply, reads, since, condition, observation }: KnownItem): Judged {
  const last = reads.at(-1);
  if (condition?.name !== 'if-match' || !documentsStatus(operation, 412) || since.length > 0) return undefined;
  if (last === undefined) return undefined;
  const about = { pointer: '/response/status', received: reply.status, status: reply.status, cause: condition.name };
  const tags = condition.tag.match(TAG) ?? [condition.tag];
  if (tags.some((tag) => isSameTag(tag, last.tag))) {
    if (!isStrong(last.tag)) return undefined;
    if (reply.status !== 412) return 'none';
    const message = `${operation.id} answers 412 to a change whose If-Match ${condition.tag === last.tag ? 'is' : 'contains'} the current ETag.`;
    return { ...about, kind: 'current-refused', message, expected: 'a success' };
  }
  // If the change was already applied, the service may answer with a success (RFC 9110 §13.1.1).
  const isDone = operation.method !== 'delete' && isApplied(observation, last.value);
  if (!isSuccess(reply.status) || reply.status === 202 || isDone) return 'none';
  const message = `${operation.id} answers ${reply.status} to a change whose If-Match is not the current ETag.`;
  return { ...about, kind: 'outdated-accepted', message, expected: 412 };
}

function isApplied({ case: { input } }: Observation, value: Json | undefined): boolean {
  const { body } = input;
  return isJsonObject(body) && Object.entries(body).every(([name, to]) => sameJson(ownValue(value, name), to));
}
