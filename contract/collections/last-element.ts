import type { PagesAfterElement } from '../page-kinds.js';
import type { Contract, SchemaSource } from '../contract.js';
import { ownValue } from '../json/json.js';
import type { Operation, Parameter, SchemaUri } from '../operation.js';
import { identifierTypes, schemasInPlace } from '../wire/decode-value.js';
import { moreFlag } from './more-flag.js';
import { BACKWARDS, type Pages } from './paging.js';
import { listedSchemas, statedMembers } from './reply-members.js';

/** Matches names of parameters that take the identifier of the last element of a page and request the page after it. */
const AFTER_ELEMENT = /^(?:start(?:ing)?[-_]?after(?:[-_]?id)?|last[-_]?(?:seen[-_]?)?id)$/i;
/**
 * Names of parameters that often request the elements after a given element. In a list with the newest elements first,
 * they may request the newer elements instead, so the name is not enough.
 */
const AFTER = /^(?:after(?:[-_]?id)?|since[-_]?id|from[-_]?id)$/i;
/** Matches descriptions which state that a parameter is the identifier of the last element of a page. */
const OF_LAST =
  /\b(?:id|identifier)`? of the last\b|\blast `?[\w-]+`? (?:of|on|in|from) (?:the|a) (?:\w+ )?(?:page|list|response|reply|batch|results?)\b/i;
/** Matches descriptions which state that a parameter requests the page after an element. */
const PAGE_AFTER = /\bpage\b[^.]*\b(?:after|follow)/i;
/** Matches names of parameters that request the page directly before an element. */
const ENDING_BEFORE = /^ending[-_]?before$/i;
/** Matches descriptions which state that a parameter requests the page directly before an element. */
const PAGE_BEFORE =
  /\bprevious page\b|\bpage (?:directly |immediately )?(?:before|preceding)\b|\b(?:directly|immediately) (?:before|preced)/i;

/**
 * Paging by the identifier of the last element of a page, with a parameter such as `starting_after` or `after_id`. The
 * parameter must accept the identifiers of the elements. In addition, the page must have a member such as `has_more`,
 * or the description of the parameter must state its meaning. `item`: pointer to the item in an element.
 */
export function afterLastElement(
  { schemas }: Contract,
  { parameters }: Operation,
  { schema, elements, at }: Pages,
  item = '',
): PagesAfterElement | undefined {
  const ids = statedMembers(schemas, listedSchemas(schemas, schema, { elements: elements.slice(at.length), item })).get(
    'id',
  );
  const hasFlag = moreFlag(schemas, schema) !== undefined;
  const isStated = ({ name, description }: Parameter): boolean =>
    (hasFlag && (AFTER_ELEMENT.test(name) || (AFTER.test(name) && PAGE_AFTER.test(description)))) ||
    ((AFTER_ELEMENT.test(name) || AFTER.test(name)) && OF_LAST.test(description));
  const [parameter, ...others] = parameters.filter(
    (each) =>
      each.in === 'query' &&
      isStated(each) &&
      ids !== undefined &&
      ids.every((id) => isSameKind(schemas, each.schema, id)),
  );
  if (parameter === undefined || others.length > 0) return undefined;
  return { by: 'last', name: parameter.name, elements, id: `${item}/id` };
}

/**
 * The parameter that takes the identifier of an element and requests the page directly before this element. Either its
 * name is `ending_before`, or it has a name such as `before` and its description states this. `ids` are the schemas of
 * the identifier.
 */
export function beforeElement(
  { schemas }: Contract,
  { parameters }: Operation,
  ids: readonly SchemaUri[],
): string | undefined {
  const [parameter, ...others] = parameters.filter(
    ({ in: place, name, description, schema }) =>
      place === 'query' &&
      (ENDING_BEFORE.test(name) || (BACKWARDS.test(name) && PAGE_BEFORE.test(description))) &&
      ids.every((id) => isSameKind(schemas, schema, id)),
  );
  return others.length === 0 ? parameter?.name : undefined;
}

/**
 * Whether a parameter accepts identifiers with the schema `id`. The types must have one in common, and no `pattern` or
 * `format` may exclude the identifiers.
 */
function isSameKind(schemas: SchemaSource, parameter: SchemaUri, id: SchemaUri): boolean {
  const types = identifierTypes(schemas, parameter);
  const isOfType = [...identifierTypes(schemas, id)].some((type) => types.has(type));
  return (
    isOfType &&
    ['pattern', 'format'].every((keyword) => {
      const [given, own] = [parameter, id].map((uri) => statedTexts(schemas, uri, keyword));
      return given === own || given === '' || (own === '' && keyword === 'pattern');
    })
  );
}

/** The values that a keyword has in all schemas that apply to a value, joined into one string for comparisons. */
function statedTexts(schemas: SchemaSource, uri: SchemaUri, keyword: string): string {
  const values = [...schemasInPlace(schemas, uri).values()].map((schema) => String(ownValue(schema, keyword) ?? ''));
  return [...new Set(values)]
    .filter((value) => value !== '')
    .toSorted()
    .join(' ');
}
