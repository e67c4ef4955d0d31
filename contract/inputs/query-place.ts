import { type Json, type JsonObject, isJsonObject, ownValue } from '../json/json.js';

/**
 * The place of a value in the query of a request. It is a parameter, or a member of a parameter whose value is an
 * object.
 */
export interface QueryPlace {
  /** Name of the parameter, or of the member of the object parameter `within`. */
  readonly name: string;
  /**
   * The object parameter that contains `name`, such as `page` in `page[size]`. Omitted if `name` is itself a parameter.
   */
  readonly within?: string;
}

/** The name of an argument as in a URL: `limit`, or `page[size]`. */
export function queryLabel({ name, within }: QueryPlace): string {
  return within === undefined ? name : `${within}[${name}]`;
}

export function parameterOf({ name, within }: QueryPlace): string {
  return within ?? name;
}

/** The value at a place of a query or of a body; `undefined` if the query or body has no such value. */
export function queryValue(query: Json | undefined, { name, within }: QueryPlace): Json | undefined {
  return ownValue(within === undefined ? query : ownValue(query, within), name);
}

/** A copy of the query with `value` at a place. Other members of an object parameter keep their values. */
export function withQueryValue(query: JsonObject = {}, { name, within }: QueryPlace, value: Json): JsonObject {
  if (within === undefined) return { ...query, [name]: value };
  const around = ownValue(query, within);
  return { ...query, [within]: { ...(isJsonObject(around) && around), [name]: value } };
}

/** A copy of the query, or of the body, without the value at a place. Other members of an enclosing object are kept. */
export function withoutQueryValue(query: JsonObject, { name, within }: QueryPlace): JsonObject {
  const holder = within === undefined ? query : ownValue(query, within);
  if (!isJsonObject(holder)) return query;
  const { [name]: _, ...rest } = holder;
  return within === undefined ? rest : { ...query, [within]: rest };
}
