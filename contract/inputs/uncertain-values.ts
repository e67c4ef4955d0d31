import { type Argument, givenArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract, SchemaSource } from '../contract.js';
import { isAsserted } from '../formats/format-test.js';
import { numberRange } from '../formats/number-formats.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../json/json.js';
import { canonicalJson } from '../json/canonical-json.js';
import type { Operation, SchemaUri } from '../operation.js';
import { appliedSchemas, appliedToItem, appliedToMember } from '../schema/applied-schemas.js';
import { concreteMediaType, contentKind, essence } from '../wire/message.js';
import { bodyContent } from '../wire/request/encode.js';
import { isPreconditionValue } from '../wire/request/preconditions.js';
import { argumentSchema } from './input-violations.js';
import { mayBreakStandard } from '../formats/outside-standards.js';

/**
 * Whether an input is valid by its schemas, but has a value that a service may refuse. The contract or HTTP restricts
 * such a value in a way that the schemas do not state:
 * - a string in a format that neither JSON Schema nor OpenAPI defines, unless the schema lists the value;
 * - a list element with a comma, if commas separate the elements: services may decode the list before they split it;
 * - a string that is not an HTTP-date, in a header for dates (RFC 9110 §13.1.3, §13.1.4);
 * - a string that is not an entity tag, in a header for entity tags;
 * - an image or another file: a service may require, for example, a larger image;
 * - a string that is possibly not in the standard which a description names, such as the IANA time zone database.
 */
export function isUncertain({ schemas }: Contract, operation: Operation, input: CaseInput): boolean {
  return givenArguments(operation, input).some(([argument, value]) => {
    if (isSplit(argument, value) || isOtherDate(argument, value) || isOtherTag(argument, value)) return true;
    if (isFile(operation, argument, input)) return true;
    if (mayBreakStandard({ description: argument.parameter?.description ?? '' }, value)) return true;
    const schema = argumentSchema(operation, argument, input.mediaType);
    return schema !== undefined && hasUnknownFormat(schemas, value, [schema], 0);
  });
}

function isSplit({ parameter }: Argument, value: Json): boolean {
  if (parameter === undefined || parameter.explode || !Array.isArray(value)) return false;
  const items = value as readonly Json[];
  return items.some((item) => typeof item === 'string' && item.includes(','));
}

/**
 * Whether an argument is a binary body that must be a file in a certain format, such as an image. A body of the type
 * `application/octet-stream` may contain any bytes.
 */
function isFile(operation: Operation, argument: Argument, { mediaType }: CaseInput): boolean {
  const content = argument.in === 'body' ? bodyContent(operation, mediaType) : undefined;
  const type = essence(concreteMediaType(content?.mediaType ?? 'application/json'));
  return contentKind(type) === 'bytes' && type !== 'application/octet-stream';
}

const DATED: ReadonlySet<string> = new Set(['if-modified-since', 'if-unmodified-since']);
/** Matches an HTTP-date (RFC 9110 §5.6.7) in the preferred form. The harness generates only this form. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function isOtherDate(argument: Argument, value: Json): boolean {
  const name = argument.parameter?.name.toLowerCase() ?? '';
  return argument.in === 'header' && DATED.has(name) && typeof value === 'string' && !HTTP_DATE.test(value);
}

function isOtherTag({ in: place, parameter }: Argument, value: Json): boolean {
  return place === 'header' && typeof value === 'string' && !isPreconditionValue(parameter?.name ?? '', value);
}

/** The maximum depth at which the parts of a value are searched. */
const MAX_DEPTH = 100;

function hasUnknownFormat(schemas: SchemaSource, value: Json, stated: readonly SchemaUri[], depth: number): boolean {
  if (depth > MAX_DEPTH || stated.length === 0) return false;
  const applied = appliedSchemas(schemas, stated, value);
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return items.some((item, index) =>
      hasUnknownFormat(schemas, item, appliedToItem(schemas, applied, index), depth + 1),
    );
  }
  if (isJsonObject(value))
    return Object.entries(value).some(([name, inner]) =>
      hasUnknownFormat(schemas, inner, appliedToMember(schemas, applied, name), depth + 1),
    );
  const own = applied.map(({ schema }) => schema);
  return (
    (typeof value === 'string' || typeof value === 'number') &&
    own.some((schema) => isUnknown(ownValue(schema, 'format')) || mayBreakStandard(schema, value)) &&
    !own.some((schema) => lists(schema, value))
  );
}

function isUnknown(format: Json | undefined): boolean {
  return (
    typeof format === 'string' && !isAsserted(format) && numberRange(format) === undefined && !UNRESTRICTED.has(format)
  );
}

/**
 * Formats for which every generated value is valid: they restrict no value, or only valid strings are generated for
 * them.
 */
const UNRESTRICTED: ReadonlySet<string> = new Set([
  'double',
  'decimal',
  'password',
  'binary',
  'byte',
  'base64url',
  'idn-hostname',
  'string',
  'text',
  'textarea',
  'multiline',
  'html',
  'markdown',
  'commonmark',
]);

/** Whether a schema lists the value as an example, as its default, as its constant or in its enumeration. */
function lists(schema: JsonObject, value: Json): boolean {
  const { examples, enum: allowed, example, default: usual, const: only } = schema;
  const named = [example, usual, only, ...[examples, allowed].flatMap((list) => (Array.isArray(list) ? list : []))];
  return named.some((each) => each !== undefined && canonicalJson(each) === canonicalJson(value));
}
