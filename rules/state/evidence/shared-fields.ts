import { statedParts } from '../../../contract/constraints/stated-parts.js';
import type { Contract, SchemaSource } from '../../../contract/contract.js';
import { type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { type AppliedSchema, appliedSchemas } from '../../../contract/schema/applied-schemas.js';
import { headerValue } from '../../../contract/wire/message.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { documentedContent, documentedResponse } from '../../reply.js';

/** A field that both a request and its reply have: its schemas in each of them. */
export interface Field {
  readonly sent: readonly SchemaUri[];
  readonly returned: readonly SchemaUri[];
}

/** The fields that a request and its reply have in common, by their names. */
export type Fields = ReadonlyMap<string, Field>;

export const NO_FIELDS: Fields = new Map();

const known = new WeakMap<Contract, Map<string, Fields>>();

/** The schema of a request body (`from`) and the schema of its reply body (`to`). */
export interface BodySchemas {
  readonly from: SchemaUri;
  readonly to: SchemaUri;
  /** Whether the operation creates an item: the reply has the status 201, or a different operation reads the item. */
  readonly isCreated: boolean;
}

/** The schemas of the request body and the reply body; `undefined` if the contract lacks one of them. */
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
 * The fields that the schemas of a request and its reply have in common. They are determined once for each pair of
 * schemas.
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
 * Further common fields of a request and its reply: members of a `oneOf`, `anyOf` or `if` branch that both bodies
 * satisfy. `all`: the names to consider. Default: the names of the sent members.
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
 * The members of two schemas that are the same field. For a create, the same name is enough. For any other operation,
 * the members must also have the same schema.
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

/** Whether a property of the request and one of the reply have the same schema, or refer to the same schema. */
function meetsIn(schemas: SchemaSource, sent: readonly SchemaUri[], returned: readonly SchemaUri[]): boolean {
  const targets = (address: SchemaUri): readonly SchemaUri[] => {
    const reference = ownValue(schemas.at(address), '$ref');
    return typeof reference === 'string' ? [address, schemas.resolve(address, reference)] : [address];
  };
  const reached = new Set(returned.flatMap(targets));
  return sent.flatMap(targets).some((target) => reached.has(target));
}
