import type { SchemaSource } from '../contract.js';
import { type Json, ownValue } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';
import type { Operation, SchemaUri } from '../operation.js';
import type { LinkedPages } from '../page-kinds.js';
import { quotedNames, wrappedSentences } from '../sentences.js';
import { schemaTypes, textsInPlace } from '../wire/decode-value.js';
import { closedValues } from './list-choices.js';
import { elementSchemas, statedMembers } from './reply-members.js';

const LINKS = /^_?links?$/i;
const RELATION = /^(?:rel|relation|relationship)$/i;
const TARGET = /^(?:href|ur[il]|link|target)$/i;

/**
 * Paging by the link with the relation `next` in an array of links in the body, such as `[{"rel": "next", "href":
 * "/items?page=2"}]` (RFC 8288 §3.3). The enumeration of the relations must contain `next`, or a text of the contract
 * must mention the link `next`.
 */
export function linkListPaging(
  schemas: SchemaSource,
  { summary, description, responses }: Operation,
  page: SchemaUri,
): LinkedPages | undefined {
  const texts = [summary, description, ...responses.map((each) => each.description)];
  const found = [...statedMembers(schemas, [page])].flatMap(([name, stated]): readonly LinkedPages[] => {
    const members = LINKS.test(name)
      ? statedMembers(schemas, elementSchemas(schemas, stated))
      : new Map<string, never>();
    const [relation, target] = [RELATION, TARGET].map((names) =>
      [...members].find(([member, uris]) => names.test(member) && isText(schemas, uris)),
    );
    if (relation === undefined || target === undefined) return [];
    const values = closedValues(schemas, relation[1]);
    const described = textsInPlace(schemas, [...stated, ...relation[1]]);
    const isStated = values?.includes('next') ?? [...texts, ...described].some(namesNextLink);
    return isStated
      ? [{ by: 'link', pointer: joinPointer('', name), inList: { relation: relation[0], target: target[0] } }]
      : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function isText(schemas: SchemaSource, uris: readonly SchemaUri[]): boolean {
  return uris.some((uri) => schemaTypes(schemas, uri).has('string'));
}

/** Whether a text has a sentence about the link `next`. */
function namesNextLink(text: string): boolean {
  return wrappedSentences(text).some(
    (sentence) =>
      /\b(?:links?|relations?)\b/i.test(sentence) && quotedNames(sentence.replaceAll(/["']/g, '`')).includes('next'),
  );
}

/** The link to the next page in an array of links; `undefined` if there is none. */
export function nextInList(
  list: Json | undefined,
  { relation, target }: NonNullable<LinkedPages['inList']>,
): Json | undefined {
  if (!Array.isArray(list)) return undefined;
  const next = (list as readonly Json[]).find((link) => ownValue(link, relation) === 'next');
  return ownValue(next, target);
}
