import type { SchemaSource } from '../contract.js';
import { joinPointer } from '../json/json-pointer.js';
import type { SchemaUri } from '../operation.js';
import { sentencesOf } from '../sentences.js';
import { schemaTypes, textsInPlace } from '../wire/decode-value.js';
import { statedMembers } from '../collections/reply-members.js';

/** The maximum depth at which a status is found. In `{"error": {"status": 404}}`, the depth is 2. */
const MOST_LEVELS = 2;

/**
 * Pointers to the members of an error that repeat the HTTP status of its reply. The description of a member must state
 * it without a condition: "The HTTP status of the response".
 */
export function statusMembers(schemas: SchemaSource, error: SchemaUri): readonly string[] {
  const found = known.get(schemas) ?? new Map<SchemaUri, readonly string[]>();
  known.set(schemas, found);
  const pointers = found.get(error) ?? membersIn(schemas, error, 1);
  found.set(error, pointers);
  return pointers;
}

/** Caches the result for each schema, because a rule needs it for each reply. */
const known = new WeakMap<SchemaSource, Map<SchemaUri, readonly string[]>>();

function membersIn(schemas: SchemaSource, error: SchemaUri, level: number): readonly string[] {
  return [...statedMembers(schemas, [error])].flatMap(([name, uris]) => {
    const at = joinPointer('', name);
    if (uris.some((uri) => isStatus(schemas, uri))) return [at];
    const [uri] = uris;
    if (level >= MOST_LEVELS || uri === undefined || !ERROR.test(name) || !schemaTypes(schemas, uri).has('object'))
      return [];
    return membersIn(schemas, uri, level + 1).map((below) => at + below);
  });
}

/**
 * Names of objects whose members are about the error that the reply reports. Objects with other names, such as
 * `last_delivery`, may be about a different reply.
 */
const ERROR = /^(?:errors?|problem|fault|meta)$/i;

function isStatus(schemas: SchemaSource, uri: SchemaUri): boolean {
  const [text = ''] = textsInPlace(schemas, [uri]);
  const [sentence = ''] = sentencesOf(text);
  return schemaTypes(schemas, uri).has('integer') && OF_REPLY.test(sentence.trim());
}

/** Matches a whole sentence about the status of the reply. "The status of the upstream service" does not match. */
const OF_REPLY =
  /^(?:(?:the|same as the|repeats the|equals the|equal to the) )?(?:numeric )?http (?:response )?(?:status|code)(?: code)?(?: (?:of|for|in) (?:the|this) (?:http )?(?:response|reply|error|error response|problem|answer))?(?:,? (?:again|repeated|as a number|as an integer))?$/i;
