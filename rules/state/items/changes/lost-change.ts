import { sentItem } from '../../../../contract/collections/envelope.js';
import type { Contract } from '../../../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { sameJson } from '../../../values/same-json.js';
import { isMergePatch, mergedMembers } from '../../evidence/merge-patch.js';

/**
 * Whether a read shows that a change was not stored: a member still has its value from before the change. A different
 * rule reports this. The reply to such a change has the entity tag of a representation that was never stored.
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
