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

/** The schemas of shared fields, by the names of the fields. */
export type Fields = ReadonlyMap<string, Field>;

export const NO_FIELDS: Fields = new Map();

const known = new WeakMap<Contract, Map<string, Fields>>();

/** The documented schemas of a request body and of its reply. */
export interface BodySchemas {
  readonly from: SchemaUri;
  readonly to: SchemaUri;
  /** Whether the operation creates an item: the reply has the status 201, or a different operation reads the item. */
  readonly isCreated: boolean;
}

/** The schemas of a request and of its reply; `undefined` if the contract lacks one of these schemas. */
export function schemasOfBodies(
  operation: Operation,
  mediaType: string,
  { status, headers }: WireResponse,
): BodySchemas | undefined {
  const spec = documentedResponse(operation, status);
  const from = operation.requestBody && documentedContent(operation.requestBody, mediaType)?.schema;
  const to = spec && documentedContent(spec, headerValue(headers, 'content-type') ?? '')?.schema;
  return from === undefined || to === undefined ? undefined : { from, to, isCreated: status === 201 };
}

/**
 * The fields that the request and the reply share, whatever their values are. Computed once for each pair of schemas.
 */
export function sharedFields(contract: Contract, { from, to, isCreated }: BodySchemas): Fields {
  const cache = known.get(contract) ?? new Map<string, Fields>();
  known.set(contract, cache);
  const key = `${isCreated} ${from} ${to}`;
  const fields = cache.get(key) ?? commonFields(contract.schemas, from, to, isCreated);
  cache.set(key, fields);
  return fields;
}

/**
 * Further fields that a request shares with its reply. They are members of a `oneOf`, `anyOf` or `if` branch that
 * applies to both values. `all` contains the names to consider. Default: the names of the sent members.
 */
export function sharedInBranches(
  schemas: SchemaSource,
  { from, to, isCreated }: BodySchemas,
  { sent, returned, fields }: { readonly sent: JsonObject; readonly returned: JsonObject; readonly fields: Fields },
  all: readonly string[] = Object.keys(sent),
): Fields {
  const names = all.filter((name) => !fields.has(name));
  if (names.length === 0) return NO_FIELDS;
  const [ofRequest, ofReply] = [appliedSchemas(schemas, [from], sent), appliedSchemas(schemas, [to], returned)];
  return new Map(
    names.flatMap((name) => {
      const field = { sent: named(schemas, ofRequest, name), returned: named(schemas, ofReply, name) };
      return isShared(schemas, field, isCreated) ? [[name, field] as const] : [];
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

/**
 * The members of two schemas that are the same field. After a create, members with the same name are the same field.
 * After any other success, the members must also share a schema.
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

/** Whether two properties have the same schema, or refer to the same schema. */
function meetsIn(schemas: SchemaSource, sent: readonly SchemaUri[], returned: readonly SchemaUri[]): boolean {
  const targets = (address: SchemaUri): readonly SchemaUri[] => {
    const reference = ownValue(schemas.at(address), '$ref');
    return typeof reference === 'string' ? [address, schemas.resolve(address, reference)] : [address];
  };
  const reached = new Set(returned.flatMap(targets));
  return sent.flatMap(targets).some((target) => reached.has(target));
}
