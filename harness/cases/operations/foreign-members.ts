import type { Argument } from '../../../contract/arguments.js';
import { statedMembers, successSchema } from '../../../contract/collections/reply-members.js';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { withMember } from '../invalid/broken-objects.js';
import type { ValueSources } from './argument-values.js';

/** The maximum number of members of a reply that are sent in a body. */
const MOST_MEMBERS = 8;

/** A member that the reply has and the body must not have. */
interface ForeignMember {
  readonly name: string;
  readonly value: Json;
  /** The schema of the member in the reply. */
  readonly at: SchemaUri;
  /** The keyword of the body that refuses the member. */
  readonly keyword: string;
}

const known = new WeakMap<ValueSources, Map<SchemaUri, readonly ForeignMember[]>>();

/**
 * Bodies of a closed schema with one additional member that only the reply of the operation has, such as its identifier
 * or its version. The service must refuse them. A service that stores such a member lets clients assign it (CWE-915).
 */
export function* foreignMembers(
  sources: ValueSources,
  operation: Operation,
  argument: Argument,
  { schema, start }: { readonly schema: SchemaUri; readonly start: Json },
): Generator<{ readonly keyword: string; readonly at: SchemaUri; readonly value: Json }> {
  if (argument.in !== 'body' || !isJsonObject(start)) return;
  for (const { name, value, at, keyword } of foreignOf(sources, operation, schema, start))
    if (!Object.hasOwn(start, name)) yield { keyword, at, value: withMember(start, name, value) };
}

function foreignOf(
  sources: ValueSources,
  operation: Operation,
  schema: SchemaUri,
  start: JsonObject,
): readonly ForeignMember[] {
  const ofSources = known.get(sources) ?? new Map<SchemaUri, readonly ForeignMember[]>();
  known.set(sources, ofSources);
  const found = ofSources.get(schema) ?? [...examined(sources, operation, schema, start)].slice(0, MOST_MEMBERS);
  ofSources.set(schema, found);
  return found;
}

function* examined(
  { contract: { schemas }, source, boundary, budget }: ValueSources,
  operation: Operation,
  schema: SchemaUri,
  start: JsonObject,
): Generator<ForeignMember> {
  const reply = successSchema(operation);
  if (reply === undefined || !schemas.accepts(schema, start)) return;
  const own = statedMembers(schemas, [schema]);
  for (const [name, [at]] of statedMembers(schemas, [reply])) {
    // If the body accepts an additional member, it also accepts this one.
    if (at === undefined || own.has(name) || schemas.accepts(schema, withMember(start, name, true))) continue;
    let value: Json = true;
    budget.withHalfForMore(() => ([value = true] = boundary.of(source.node(at))));
    const [violation] = schemas.validate(schema, withMember(start, name, value));
    if (violation !== undefined) yield { name, value, at, keyword: violation.keyword };
  }
}
