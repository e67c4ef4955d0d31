import { type FieldMask, isMaskedOut } from '../../../../contract/inputs/field-mask.js';
import { type Json, type JsonObject, ownValue } from '../../../../contract/json/json.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import { plainName } from '../../../../contract/plain-name.js';
import { sameJson } from '../../../values/same-json.js';

/** The members of a body that the field mask of the request, such as `update_mask`, names as a whole. */
export function maskedBody({ whole }: FieldMask, body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => whole.has(plainName(name))));
}

interface MemberChanged {
  readonly pointer: string;
  readonly expected: Json;
  readonly received: Json;
}

/** The members of a body that the field mask leaves out, but that the service set nevertheless. */
export function setDespiteMask(
  mask: FieldMask,
  body: JsonObject,
  before: Json,
  after: JsonObject,
): readonly MemberChanged[] {
  return Object.entries(body).flatMap(([name, to]) => {
    const [had, has] = [ownValue(before, name), ownValue(after, name)];
    const isSet = had !== undefined && has !== undefined && sameJson(has, to) && !sameJson(had, to);
    return isSet && isMaskedOut(mask, name) ? [{ pointer: joinPointer('', name), expected: had, received: has }] : [];
  });
}
