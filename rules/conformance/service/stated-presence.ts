import type { SchemaSource } from '../../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { descriptionsOf, sentencesOf } from '../../../contract/sentences.js';
import { elementSchemas, statedMembers } from '../../../contract/collections/reply-members.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';

/**
 * A member that every reply has, according to its description. `path`: the names that lead to it; `*` stands for all
 * elements of a list.
 */
interface PresentMember {
  readonly path: readonly string[];
  readonly schema: SchemaUri;
}

const MOST_LEVELS = 5;
const MOST_MEMBERS = 20;
/** The maximum number of schemas that are read for one reply, and of elements that are judged in one list. */
const MOST_SCHEMAS = 300;
const MOST_ELEMENTS = 20;

/** Match clauses which state that every reply has the member, such as "Always present". The whole clause must match. */
const PRESENT = [
  /^(?:(?:so|and) )?(?:(?:it|this) is )?always (?:present|returned)(?: in (?:every |all |the )?(?:reply|replies|responses?))?$/i,
  /^(?:(?:so|and) )?(?:(?:it|this) is )?always included in (?:every |all |the )?(?:reply|replies|responses?)$/i,
  /^(?:is )?(?:present|returned|included) in (?:every|all|each) (?:reply|replies|responses?)$/i,
  /^(?:(?:so|and) )?every (?:returned [a-z]+|[a-z]+ that is returned) has (?:it|this member)$/i,
];
/** Matches words with which a description may state that some replies lack the member. */
const EXCEPTION =
  /\b(?:omit\w*|absent|except\w*|unless|missing|only|left out|may|might|usually|not (?:present|returned|included))\b/i;

const known = new WeakMap<SchemaSource, Map<SchemaUri, readonly PresentMember[]>>();

/** Pointers to the members that a reply lacks, although their descriptions state that every reply has them. */
export function lackedMembers(
  schemas: SchemaSource,
  root: SchemaUri,
  value: Json,
): readonly { readonly pointer: string; readonly schema: SchemaUri }[] {
  const ofSource = known.get(schemas) ?? new Map<SchemaUri, readonly PresentMember[]>();
  known.set(schemas, ofSource);
  const members = ofSource.get(root) ?? presentMembers(schemas, root);
  ofSource.set(root, members);
  return members.flatMap(({ path, schema }) => lackedAt(value, path, '').map((pointer) => ({ pointer, schema })));
}

function presentMembers(schemas: SchemaSource, root: SchemaUri): readonly PresentMember[] {
  const found: PresentMember[] = [];
  let open: readonly { readonly uris: readonly SchemaUri[]; readonly path: readonly string[] }[] = [
    { uris: [root], path: [] },
  ];
  let read = 0;
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    open = open.slice(0, MOST_SCHEMAS - read).flatMap(({ uris, path }) => {
      read += 1;
      // A branch of `oneOf` or `anyOf` may not apply to the value.
      if (uris.some((uri) => hasBranches(schemas, uri))) return [];
      const elements = elementSchemas(schemas, uris);
      const members = [...statedMembers(schemas, uris)];
      for (const [name, [schema, ...others]] of members)
        if (schema !== undefined && isPresent(schemas, [schema, ...others]))
          found.push({ path: [...path, name], schema });
      return [
        ...(elements.length > 0 ? [{ uris: elements, path: [...path, '*'] }] : []),
        ...members.map(([name, below]) => ({ uris: below, path: [...path, name] })),
      ];
    });
  }
  return found.slice(0, MOST_MEMBERS);
}

function hasBranches(schemas: SchemaSource, uri: SchemaUri): boolean {
  return [...schemasInPlace(schemas, uri).values()].some((schema) =>
    ['oneOf', 'anyOf', 'if'].some((keyword) => ownValue(schema, keyword) !== undefined),
  );
}

function isPresent(schemas: SchemaSource, uris: readonly SchemaUri[]): boolean {
  const stated = uris.flatMap((uri) => [...schemasInPlace(schemas, uri).values()]);
  if (stated.some((schema) => ownValue(schema, 'writeOnly') === true)) return false;
  const [text = ''] = descriptionsOf(stated);
  const clauses = sentencesOf(text).flatMap((sentence) => sentence.trim().split(', '));
  return !EXCEPTION.test(text) && clauses.some((clause) => PRESENT.some((each) => each.test(clause.trim())));
}

/** Pointers to all places at which the path leads to an object that lacks the last member of the path. */
function lackedAt(value: Json, [name = '', ...rest]: readonly string[], at: string): readonly string[] {
  if (name === '*')
    return Array.isArray(value)
      ? (value as readonly Json[])
          .slice(0, MOST_ELEMENTS)
          .flatMap((element, index) => lackedAt(element, rest, joinPointer(at, index)))
      : [];
  if (!isJsonObject(value)) return [];
  const place = joinPointer(at, name);
  const own = ownValue(value, name);
  if (rest.length === 0) return own === undefined ? [place] : [];
  return own === undefined ? [] : lackedAt(own, rest, place);
}
