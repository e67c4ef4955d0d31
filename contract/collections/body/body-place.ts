import { type Json, type JsonObject, isJsonObject, ownValue } from '../../json/json.js';

/** A member of a body. `within` is the name of the object that contains it; omitted for a direct member of the body. */
export interface BodyPlace {
  readonly name: string;
  readonly within?: string;
}

/** The value of the member at a place in a body; `undefined` if the body does not have the member. */
export function valueIn(body: Json | undefined, { name, within }: BodyPlace): Json | undefined {
  return ownValue((within === undefined ? body : ownValue(body ?? null, within)) ?? null, name);
}

/** A copy of the body in which the member at the place has the given value. */
export function withValueIn(body: JsonObject, { name, within }: BodyPlace, value: Json): JsonObject {
  if (within === undefined) return { ...body, [name]: value };
  const object = ownValue(body, within);
  return { ...body, [within]: { ...(isJsonObject(object) && object), [name]: value } };
}

/**
 * A copy of the body without the member at the place. If the member is inside an object without other members, the
 * object is removed too.
 */
export function withoutValueIn(body: Json | undefined, { name, within }: BodyPlace): JsonObject {
  const own = isJsonObject(body) ? body : {};
  const without = (object: JsonObject, left: string): JsonObject =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== left));
  if (within === undefined) return without(own, name);
  const inner = ownValue(own, within);
  const rest = isJsonObject(inner) ? without(inner, name) : {};
  return Object.keys(rest).length === 0 ? without(own, within) : { ...own, [within]: rest };
}
