import { statedParts } from '../../../contract/constraints/stated-parts.js';
import type { Contract, SchemaSource } from '../../../contract/contract.js';
import { type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { type AppliedSchema, appliedSchemas } from '../../../contract/schema/applied-schemas.js';
import { headerValue } from '../../../contract/wire/message.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { documentedContent, documentedResponse } from '../../reply.js';

/** The schemas of a field that both the request and the reply have. */
export interface Field {
  readonly sent: readonly SchemaUri[];
  readonly returned: readonly SchemaUri[];
}

/** Fields by name. */
export type Fields = ReadonlyMap<string, Field>;

const known = new WeakMap<Contract, Map<string, Fields>>();

/**
 * The members that the schemas of the request and the documented reply share. Computed once for each pair of schemas.
 */
export function sharedFields(
  contract: Contract,
  operation: Operation,
  mediaType: string,
  response: WireResponse,
): Fields {
  const { from, to } = bodySchemas(operation, mediaType, response);
  if (from === undefined || to === undefined) return new Map();
  const cache = known.get(contract) ?? new Map<string, Fields>();
  known.set(contract, cache);
  const key = `${response.status} ${from} ${to}`;
  const fields = cache.get(key) ?? commonFields(contract.schemas, from, to, response.status === 201);
  cache.set(key, fields);
  return fields;
}

/** Further members of the request that it shares with the reply by an alternative or a condition that the values meet. */
export function sharedInBranches(
  { schemas }: Contract,
  operation: Operation,
  mediaType: string,
  response: WireResponse,
  values: { readonly sent: JsonObject; readonly returned: JsonObject; readonly fields: Fields },
): Fields {
  const { from, to } = bodySchemas(operation, mediaType, response);
  const names = Object.keys(values.sent).filter((name) => !values.fields.has(name));
  if (from === undefined || to === undefined || names.length === 0) return new Map();
  const [given, returned] = [
    appliedSchemas(schemas, [from], values.sent),
    appliedSchemas(schemas, [to], values.returned),
  ];
  return new Map(
    names.flatMap((name) => {
      const field = { sent: named(schemas, given, name), returned: named(schemas, returned, name) };
      return isShared(schemas, field, response.status === 201) ? [[name, field] as const] : [];
    }),
  );
}

function named(schemas: SchemaSource, applied: readonly AppliedSchema[], name: string): readonly SchemaUri[] {
  return applied.flatMap(({ uri, schema }) =>
    ownValue(ownValue(schema, 'properties') ?? null, name) === undefined
      ? []
      : [schemas.child(uri, 'properties', name)],
  );
}

/** The schemas of the request body and of the reply, as far as they are documented. */
export function bodySchemas(
  operation: Operation,
  mediaType: string,
  response: WireResponse,
): { readonly from: SchemaUri | undefined; readonly to: SchemaUri | undefined } {
  const spec = documentedResponse(operation, response.status);
  return {
    from: operation.requestBody && documentedContent(operation.requestBody, mediaType)?.schema,
    to: spec && documentedContent(spec, headerValue(response.headers, 'content-type') ?? '')?.schema,
  };
}

/**
 * After 201 (Created), members with the same name are the same field. After any other success they must also share a
 * schema.
 */
function commonFields(schemas: SchemaSource, from: SchemaUri, to: SchemaUri, created: boolean): Fields {
  const given = statedParts(schemas, [from]).properties;
  const fields = [...statedParts(schemas, [to]).properties].map(
    ([name, returned]) => [name, { sent: given.get(name) ?? [], returned }] as const,
  );
  return new Map(fields.filter(([, field]) => isShared(schemas, field, created)));
}

function isShared(schemas: SchemaSource, { sent, returned }: Field, created: boolean): boolean {
  return sent.length > 0 && returned.length > 0 && (created || meetsIn(schemas, sent, returned));
}

/** Whether two properties have the same schema or refer to the same one. */
function meetsIn(schemas: SchemaSource, sent: readonly SchemaUri[], returned: readonly SchemaUri[]): boolean {
  const targets = (address: SchemaUri): readonly SchemaUri[] => {
    const reference = ownValue(schemas.at(address), '$ref');
    return typeof reference === 'string' ? [address, schemas.resolve(address, reference)] : [address];
  };
  const reached = new Set(returned.flatMap(targets));
  return sent.flatMap(targets).some((target) => reached.has(target));
}
