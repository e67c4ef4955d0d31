import { headerParameter } from '../../arguments.js';
import type { SchemaSource } from '../../contract.js';
import { documentsStatus } from '../../documented-responses.js';
import type { Operation, Parameter } from '../../operation.js';

/** The headers that make a request conditional (RFC 9110 §13.1), in lower case. */
const PRECONDITIONS: ReadonlySet<string> = new Set([
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
]);

/** Whether a header makes a request conditional. */
export function isPrecondition(name: string): boolean {
  return PRECONDITIONS.has(name.toLowerCase());
}

/**
 * Whether an operation refuses a valid request that has no precondition. It does if it documents 428 (RFC 6585 §3), and
 * also documents 412 or an optional header for a precondition. If such a header is required, a request without it is
 * not valid.
 */
export function requiresPrecondition(operation: Operation): boolean {
  const headers = operation.parameters.filter(({ in: place, name }) => place === 'header' && isPrecondition(name));
  const isConditional = headers.length > 0 || documentsStatus(operation, 412);
  return documentsStatus(operation, 428) && isConditional && headers.every(({ required }) => !required);
}

/**
 * The parameter `If-Match` of an operation, if requests need it. They do if the parameter is required, or if the
 * contract documents 428 for requests without it (RFC 6585 §3). `undefined` in all other cases.
 */
export function neededIfMatch(operation: Operation): Parameter | undefined {
  return operation.parameters.find(
    ({ in: place, name, required }) =>
      place === 'header' && name.toLowerCase() === 'if-match' && (required || documentsStatus(operation, 428)),
  );
}

/**
 * Whether the contract states that `If-Match` accepts several entity tags. Its description must state it, as in "If
 * none of the tags is the current one", and its schema must accept a list. HTTP permits a list (RFC 9110 §13.1.1), but
 * many services compare the whole header with one tag.
 */
export function takesSeveralTags(schemas: SchemaSource, operation: Operation): boolean {
  const stated = headerParameter(operation, 'If-Match');
  return stated !== undefined && SEVERAL.test(stated.description) && schemas.accepts(stated.schema, '"a", "b"');
}

const SEVERAL =
  /(?:\bany|\b(?:one|none|some)) of (?:the|these|several) (?:listed |given |entity[- ])*e?tags\b|\b(?:lists? of|one or more|several|multiple) (?:strong |entity[- ])*e?tags\b/i;

/**
 * Whether the contract states that a header accepts only one entity tag: "A single tag such as `W/"2"`, or `*`." HTTP
 * permits a list (RFC 9110 §13.1.2).
 */
export function takesOneTag(operation: Operation, name: string): boolean {
  const stated = headerParameter(operation, name);
  return (
    stated !== undefined && /\b(?:single|exactly one|only one|one) (?:entity[- ])?e?tags?\b/i.test(stated.description)
  );
}

/**
 * Whether the description of the status 304 states that the item is unchanged: "The resource is unchanged.", "The note
 * has not been modified since." The phrase "Not modified" does not count, because it is only the name of the status.
 */
export function statesUnchanged({ responses }: Operation): boolean {
  return responses.some(({ status, description }) => status === '304' && UNCHANGED.test(description));
}

const UNCHANGED =
  /\bunchanged\b|\b(?:is|are|was|has|have|did) not (?:been )?(?:changed?|modified|updated)\b|\b(?:isn't|wasn't|hasn't|haven't|didn't) (?:been )?(?:changed?|modified|updated)\b/i;

const TAGGED: ReadonlySet<string> = new Set(['if-match', 'if-none-match']);
/** Matches `*`, or a comma-separated list of entity tags (RFC 9110 §8.8.3). */
const TAGS = /^(?:\*|(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*)$/;

/**
 * Whether a value has the form that HTTP defines for its header. `If-Match` and `If-None-Match` take `*` or entity tags
 * (RFC 9110 §13.1.1, §13.1.2). The values of other headers are not checked.
 */
export function isPreconditionValue(name: string, value: string): boolean {
  return !TAGGED.has(name.toLowerCase()) || TAGS.test(value);
}

/**
 * Whether a service must ignore a header whose value does not have the form that HTTP defines. It must ignore a
 * malformed range (RFC 9110 §14.2), a malformed date of a precondition (§13.1.3 to §13.1.5), and an unknown preference
 * (RFC 7240 §2).
 */
export function isIgnoredIfMalformed(name: string): boolean {
  return ['range', 'prefer'].includes(name.toLowerCase()) || (isPrecondition(name) && !TAGGED.has(name.toLowerCase()));
}
