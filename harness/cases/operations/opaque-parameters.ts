import { isPageLimit } from '../../../contract/collections/item-list.js';
import { ofPageMembers } from '../../../contract/collections/paging.js';
import { statedMembers, successSchema } from '../../../contract/collections/reply-members.js';
import type { Contract, SchemaSource } from '../../../contract/contract.js';
import { joinPointer, lastToken } from '../../../contract/json/json-pointer.js';
import { ownValue } from '../../../contract/json/json.js';
import type { Operation, Parameter, SchemaUri } from '../../../contract/operation.js';
import { schemaTypes, schemasInPlace } from '../../../contract/wire/decode-value.js';

/** Names that only a cursor has: `starting_after`, `endingBefore`, `page_token`, `next-cursor`, `page[cursor]`. */
const CURSOR =
  /^[_$]?(?:(?:next|prev|previous|page|start|end|list)?[-_]?cursor|starting[-_]?after|ending[-_]?before|(?:next|prev|previous|page|continuation|scroll)[-_]?token|page\[(?:cursor|token)\])$/i;
/** Names that mean a cursor only if the operation also has a parameter for the page size. */
const BESIDE_LIMIT = /^[_$]?(?:after|before|continuation|token|page\[(?:after|before)\])$/i;
/**
 * Matches descriptions that begin with the statement that the value is a cursor: "An opaque cursor …", "Pagination
 * token …".
 */
const OPAQUE =
  /^\s*(?:(?:the|an?|optional|opaque|next|previous|page|paging|pagination|continuation)\s+)*(?:cursor|(?:page|paging|pagination|continuation|opaque) (?:token|string|value))\b/i;
/**
 * Matches words for times. If a description contains one, the value is a time, and clients can choose it themselves.
 */
const TIME = /\b(?:date|time|timestamp|instant|day)s?\b|ISO 8601|RFC 3339/i;
/** Matches words by which a description states that the value comes from an earlier reply. */
const ORIGIN =
  /\b(?:previous|prior|preceding|earlier|before|last|returned|received)\b|\bfrom (?:the|an?) (?:\w+ )?(?:reply|response|page|result)/i;

/**
 * The optional query parameters whose values come from an earlier reply, so that no value can be made up for them. The
 * evidence is one of these:
 * - the name, such as `starting_after`; for the names `after` and `token`, a page size too;
 * - a description that states that the value is a cursor;
 * - a description that names a member of the reply and an earlier reply, such as "The `next_page` of the page before".
 *
 * Numbers, times and listed values are not cursors: any of them can be requested.
 */
export function opaqueParameters(contract: Contract, operation: Operation): readonly string[] {
  if (operation.method !== 'get') return [];
  const hasLimit = operation.parameters.some((parameter) => isPageLimit(contract, operation, parameter));
  return operation.parameters
    .filter(({ in: place, required }) => place === 'query' && !required)
    .filter(({ schema }) => isFreeText(contract.schemas, schema))
    .filter((each) => isOpaque(contract, operation, each, hasLimit))
    .map(({ name }) => name);
}

function isOpaque(contract: Contract, operation: Operation, parameter: Parameter, hasLimit: boolean): boolean {
  const { name } = parameter;
  const text = descriptionOf(contract.schemas, parameter);
  if (CURSOR.test(name) || OPAQUE.test(text) || (hasLimit && BESIDE_LIMIT.test(name) && !TIME.test(text))) return true;
  return ORIGIN.test(text) && replyTexts(contract, operation).some((member) => isNamed(text, member));
}

/** Returns true if a schema permits any text: it states no format and lists no values. */
function isFreeText(schemas: SchemaSource, uri: SchemaUri): boolean {
  const types = schemaTypes(schemas, uri);
  const isListed = [...schemasInPlace(schemas, uri).values()].some((schema) =>
    ['enum', 'const', 'format'].some((keyword) => ownValue(schema, keyword) !== undefined),
  );
  return types.has('string') && !types.has('integer') && !types.has('number') && !isListed;
}

function descriptionOf(schemas: SchemaSource, { description, schema }: Parameter): string {
  const stated = ownValue(schemas.at(schema), 'description');
  return typeof stated === 'string' ? `${description} ${stated}` : description;
}

/**
 * The names of the string members in the reply that may contain a cursor: the members next to the list, and the members
 * of the objects that describe the page.
 */
function replyTexts({ schemas }: Contract, operation: Operation): readonly string[] {
  const reply = successSchema(operation);
  if (reply === undefined) return [];
  const textsIn = (stated: readonly SchemaUri[]): readonly string[] =>
    [...statedMembers(schemas, stated)]
      .filter(([, uris]) => uris.some((uri) => schemaTypes(schemas, uri).has('string')))
      .map(([name]) => name);
  const pointersIn = (stated: readonly SchemaUri[]): readonly string[] =>
    textsIn(stated).map((name) => joinPointer('', name));
  return [...textsIn([reply]), ...ofPageMembers(schemas, reply, pointersIn).map(lastToken)];
}

/**
 * Returns true if a description mentions a member. If the name of the member may be an ordinary word, it must be in
 * backticks or quotes.
 */
function isNamed(text: string, member: string): boolean {
  if (/[`"']/.test(text) && ['`', '"', "'"].some((mark) => text.includes(`${mark}${member}${mark}`))) return true;
  return (
    /[a-z][_-]?[A-Z]|_/.test(member) && text.split(/[^\w$@.-]+/).some((word) => word.replace(/\.$/, '') === member)
  );
}
