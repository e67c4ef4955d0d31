import { type Json, type JsonObject, isJsonObject, ownValue } from '../../json/json.js';

/** A member of a body. `within` is the name of the object that contains it; omitted for a direct member of the body. */
export interface BodyPlace {
  readonly name: string;
  readonly within?: string;
}

/** The value of a member of a body. */
export function valueIn(body: Json | undefined, { name, within }: BodyPlace): Json | undefined {
  return ownValue((within === undefined ? body : ownValue(body ?? null, within)) ?? null, name);
}

/** The body with the given value for the member. */
export function withValueIn(body: JsonObject, { name, within }: BodyPlace, value: Json): JsonObject {
  if (within === undefined) return { ...body, [name]: value };
  const object = ownValue(body, within);
  return { ...body, [within]: { ...(isJsonObject(object) && object), [name]: value } };
}

/** The body without a member. If the object around the member has no other members, it is removed too. */
export function withoutValueIn(body: Json | undefined, { name, within }: BodyPlace): JsonObject {
  const own = isJsonObject(body) ? body : {};
  const without = (object: JsonObject, left: string): JsonObject =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== left));
  if (within === undefined) return without(own, name);
  const inner = ownValue(own, within);
  const rest = isJsonObject(inner) ? without(inner, name) : {};
  return Object.keys(rest).length === 0 ? without(own, within) : { ...own, [within]: rest };
}
