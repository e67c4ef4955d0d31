import type { CaseInput } from '../../../../contract/case.js';
import { holderOf } from '../../../../contract/collections/body/repeated-id.js';
import type { VersionToken } from '../../../../contract/collections/collection.js';
import { queryValue } from '../../../../contract/inputs/query-place.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { replyOf } from '../../../reply.js';
import type { TrialContext } from '../../../rule.js';
import { sameJson } from '../../../values/same-json.js';
import { changesOf, isMade, itemOf, readsOf } from '../../evidence/item-changes.js';
import type { CreatedItem } from '../../evidence/item-values.js';

/**
 * Judges a change that sends, in its body or its query, the version of the item that the client has read (AIP-154). The
 * service must refuse an outdated version, so that no client overwrites the change of another client. It must not
 * answer 412 to the current version. Returns `none` if the reply is correct, and `undefined` if the call cannot be
 * judged.
 */
export function outdatedVersionFault(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): Omit<Violation, 'surface' | 'blame'> | 'none' | undefined {
  const item = itemOf(context.contract, observation);
  const token = item && tokenOf(context, item, operation);
  const sent = token && queryValue(observation.case.input[token.in], token);
  const status = replyOf(observation)?.status;
  if (item === undefined || token?.isChecked !== true || sent === undefined || status === undefined) return undefined;
  const versions = versionsOf(context, observation, item, token.name);
  const current = versions.at(-1);
  if (current === undefined) return undefined;
  const about = { pointer: '/response/status', received: status, status, cause: `${operation.id} ${token.name}` };
  if (sameJson(current.version, sent)) {
    if (status !== 412) return isSuccess(status) ? 'none' : undefined;
    const message = `${operation.id} answers 412 to a change whose \`${token.name}\` is the current one.`;
    return { ...about, kind: 'current-refused', message, expected: 'a success' };
  }
  const isOutdated = versions.some(({ version }) => sameJson(version, sent));
  if (!isOutdated) return undefined;
  const isDone = operation.method !== 'delete' && isApplied(observation.case.input, token, current.value);
  if (!isSuccess(status) || status === 202 || isDone) return 'none';
  const message = `${operation.id} answers ${status} to a change whose \`${token.name}\` is outdated: an earlier change replaced it.`;
  return { ...about, kind: 'outdated-accepted', message, expected: '409 or 412' };
}

function tokenOf(
  { collections = [] }: TrialContext,
  { create }: CreatedItem,
  operation: Operation,
): VersionToken | undefined {
  return collections
    .filter((collection) => collection.create === create)
    .flatMap(({ changes = [] }) => changes)
    .find((change) => change.operation.id === operation.id)?.token;
}

/** The versions of an item that its reads returned, in order. Empty if the item was changed since the last read. */
function versionsOf(
  { contract }: TrialContext,
  observation: Observation,
  item: CreatedItem,
  name: string,
): readonly { readonly version: Json; readonly value: Json }[] {
  const { earlier = [] } = observation;
  const reads = readsOf(contract, earlier, item);
  const last = reads.at(-1)?.step;
  const since = { earlier: last === undefined ? [] : earlier.slice(earlier.indexOf(last)) };
  if (last === undefined || changesOf(contract, since, item).some(isMade)) return [];
  return reads.flatMap(({ value }) => {
    const version = ownValue(value, name);
    return version === undefined ? [] : [{ version, value }];
  });
}

/** Whether the item already has every value that the change sends, so that the change has no effect. */
function isApplied(input: CaseInput, token: VersionToken, value: Json): boolean {
  const item = holderOf(token, input);
  return (
    isJsonObject(item) &&
    Object.entries(item).every(([member, to]) => member === token.name || sameJson(ownValue(value, member), to))
  );
}
