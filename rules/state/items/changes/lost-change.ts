import { sentItem } from '../../../../contract/collections/envelope.js';
import type { Contract } from '../../../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { sameJson } from '../../../values/same-json.js';
import { isMergePatch, mergedMembers } from '../../evidence/merge-patch.js';

/**
 * Whether the read shows that the change was not stored: a member has the value from before the change, not the value
 * that the change set. A different rule judges this fault. The reply to such a change has the tag of a representation
 * that does not exist.
 */
export function isLost(
  contract: Contract,
  changing: Operation,
  made: Observation,
  before: Json | undefined,
  after: Json | undefined,
): boolean {
  const body = sentItem(contract, changing, made.case.input.body);
  if (!isJsonObject(body)) return false;
  const wanted = isMergePatch(changing, made) ? mergedMembers(before ?? null, body) : body;
  return Object.entries(wanted).some(([name, to]) => {
    const [had, has] = [ownValue(before, name), ownValue(after, name)];
    return has !== undefined && sameJson(had, has) && !sameJson(has, to);
  });
}
