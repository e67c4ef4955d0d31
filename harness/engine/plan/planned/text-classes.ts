import type { CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { EDGE_CASE_TEXTS } from '../../../../contract/formats/edge-case-texts.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import { type Json, isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import { isItemKey } from '../../../cases/values/distinct-items.js';
import { type Path, withPart } from '../../../../contract/json/json-part.js';

/** The maximum number of strings in one body that are replaced. */
export const MAX_PLACES = 40;

/**
 * Makes one input for each edge-case string. The edge-case string replaces every string of the body for which it is
 * valid. `isAllowed` checks members that accept only known values. If a service changes one kind of string when it
 * stores the string, one of the inputs shows this, whichever member is affected.
 */
export function edgeCaseBodies(
  contract: Contract,
  operation: Operation,
  base: CaseInput,
  isAllowed: (body: Json) => boolean,
): readonly CaseInput[] {
  const { body } = base;
  if (body === undefined) return [];
  const places = textPlaces(body, [])
    .filter((place) => !isLaterKey(place))
    .slice(0, MAX_PLACES);
  return EDGE_CASE_TEXTS.flatMap((text) => {
    let changed: CaseInput = base;
    for (const place of places) {
      const candidate = { ...changed, body: withPart(changed.body ?? null, place, text) };
      if (isAllowed(candidate.body) && isValidInput(contract, operation, candidate)) changed = candidate;
    }
    return changed === base ? [] : [changed];
  });
}

/**
 * Whether a place is the identifier of an object in a list, and the object is not the first one. Two objects of a list
 * may not have equal identifiers.
 */
function isLaterKey(place: Path): boolean {
  const [name, index] = place.toReversed();
  return typeof index === 'number' && index > 0 && typeof name === 'string' && isItemKey(name);
}

export function countTexts({ body = null }: CaseInput): number {
  return textPlaces(body, []).length;
}

/** The paths to all strings in a value, in the order of its JSON. */
export function textPlaces(value: Json, at: Path): readonly Path[] {
  if (typeof value === 'string') return [at];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => textPlaces(item, [...at, index]));
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, member]) => textPlaces(member, [...at, name]))
    : [];
}
