import { isUtf8 } from 'node:buffer';
import type { RawChange } from '../../../contract/case.js';
import { documentsStatus } from '../../../contract/documented-responses.js';
import { jsonText } from '../../../contract/json/json-text.js';
import { isJsonObject } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { parseJsonText } from '../../../contract/wire/request/split-request.js';
import { essence, headerValue, isJsonMediaType } from '../../../contract/wire/message.js';
import { withPart } from '../../../contract/json/json-part.js';
import { placesOf } from '../replies/json-places.js';
import { ANSWERED, type RawRequest, type RawSubject, refusal, statedRefusal } from './raw-request.js';

/** Requests with unusual bodies and headers, for an operation with a JSON body. */
export function bodyRequests(subject: RawSubject): readonly RawRequest[] {
  const { operation, request } = subject;
  const type = headerValue(request.headers, 'content-type');
  if (operation.requestBody?.required !== true || request.body.byteLength === 0 || !isJsonMediaType(type)) return [];
  const body = Buffer.from(request.body).toString('latin1');
  return [...malformed(subject, body), ...mediaTypes(subject), ...encodings(subject, body), ...sizes(subject, body)];
}

/** Requests whose body is not exactly one JSON value (RFC 8259 §2). */
function malformed(subject: RawSubject, body: string): readonly RawRequest[] {
  const bodies: readonly (readonly [name: string, words: string, body: string])[] = [
    ['json-truncated', 'with a body that ends early', body.slice(0, -1)],
    ['json-garbage', 'with text after the JSON value of its body', `${body}x`],
    ['json-twice', 'with two JSON values in its body', `${body} ${body}`],
    ['json-brace', 'with one more `}` after the JSON value of its body', `${body}}`],
    ['json-comma', 'with a comma after the last member of its body', body.replace(/([^,{[])([}\]])$/, '$1,$2')],
    ['json-comment', 'with a comment in its body', `/* */${body}`],
    ['json-quotes', 'with single quotes in its body', body.replaceAll('"', "'")],
    ['json-names', 'with a member name without quotes in its body', body.replace(/"(\w+)":/, '$1:')],
    ['json-word', 'with a body that is not a JSON value', 'undefined'],
    ['json-empty', 'without the required body', ''],
    // A reply that quotes the body must nevertheless match its schema.
    ['json-long', `with ${LONG_REST} characters after the JSON value of its body`, body + 'x'.repeat(LONG_REST)],
  ];
  return bodies.flatMap(([name, words, broken]) =>
    isJson(broken)
      ? []
      : [{ name, raw: { fault: 'malformed-json', words, body: broken }, expect: refusal(subject, 400) }],
  );
}

/**
 * The number of characters that follow the JSON value of a malformed body. If a reply quotes all of them, its text is
 * longer than most services permit in their problem documents.
 */
const LONG_REST = 5000;

function isJson(text: string): boolean {
  try {
    JSON.parse(Buffer.from(text, 'latin1').toString());
    return true;
  } catch {
    return false;
  }
}

/**
 * Media types that most JSON operations do not accept. The name `application/json-seq` (RFC 7464) begins with the name
 * of the JSON type, but its bodies are not JSON.
 */
const OTHER_TYPES = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/json-seq'];

/**
 * Requests with a different media type or none. A service may refuse such a type with 415 (RFC 9110 §15.5.16), and must
 * do so if the operation documents 415. If the media type is missing, a service may guess it (RFC 9110 §8.3).
 */
function mediaTypes(subject: RawSubject): readonly RawRequest[] {
  const { operation } = subject;
  const documented = new Set(operation.requestBody?.content.map(({ mediaType }) => essence(mediaType)));
  const takesAny = [...documented].some((type) => type.includes('*'));
  const expect = documentsStatus(operation, 415) ? refusal(subject, 415) : ANSWERED;
  const others = OTHER_TYPES.filter((type) => !takesAny && !documented.has(type));
  return [
    ...others.map((type): RawRequest => {
      const raw: RawChange = {
        fault: 'media-type',
        words: `with the content type ${type}`,
        headers: { 'content-type': type },
      };
      return { name: `type-${type.replace('/', '-')}`, raw, expect };
    }),
    ...sameType(subject),
    survived('type-missing', {
      fault: 'media-type',
      words: 'without a content type',
      headers: { 'content-type': null },
    }),
    survived('type-malformed', {
      fault: 'media-type',
      words: 'with a malformed content type',
      headers: { 'content-type': ';;/=' },
    }),
    survived('type-charset', {
      fault: 'media-type',
      words: 'with an unknown charset',
      headers: { 'content-type': 'application/json; charset=x-unknown' },
    }),
    survived('type-coding', {
      fault: 'media-type',
      words: 'with an unknown content coding',
      headers: { 'content-encoding': 'x-unknown' },
    }),
  ];
}

/**
 * Requests with other spellings of the media type. Names of types are case-insensitive (RFC 9110 §8.3.1). JSON has no
 * parameter `charset`, and compliant recipients ignore it (RFC 8259 §11); clients often send it, many in capitals.
 */
function sameType({ request }: RawSubject): readonly RawRequest[] {
  const type = headerValue(request.headers, 'content-type');
  if (type !== 'application/json') return [];
  const spelled = (name: string, words: string, value: string): RawRequest => ({
    name,
    raw: { fault: 'media-type', words, headers: { 'content-type': value } },
  });
  return [
    spelled('type-utf-8', 'with a charset parameter in its content type', 'application/json; charset=UTF-8'),
    spelled('type-case', 'with the content type in capitals', 'APPLICATION/JSON'),
  ];
}

/**
 * Requests whose body has an unusual encoding. Services may repair, refuse or keep such a body (RFC 8259 §4, §8.1,
 * §8.2), so only a server error is a fault. There is one exception: bodies that are not UTF-8 must get 400 if the
 * contract states this refusal (see `statedRefusal`).
 */
function encodings(subject: RawSubject, body: string): readonly RawRequest[] {
  const utf16 = Buffer.from(`\uFEFF${Buffer.from(body, 'latin1').toString()}`, 'utf16le').toString('latin1');
  const first = body.match(/"(?:\\.|[^"\\])*":(?:"[^"]*"|[^,{}[\]]+)/)?.[0];
  const bodies: readonly (readonly [name: string, words: string, body: string])[] = [
    ['utf-16', 'in UTF-16', utf16],
    ['byte-order-mark', 'with a byte order mark before its body', `\u00EF\u00BB\u00BF${body}`],
    ['latin-1', 'with a byte in its body that is not UTF-8', inFirstText(body, '\u00E9')],
    ['overlong', 'with an overlong UTF-8 sequence in its body', inFirstText(body, '\u00C0\u0080')],
    ['surrogate', 'with a lone surrogate in its body', inFirstText(body, String.raw`\ud800`)],
    ['null-character', 'with an escaped NUL in its body', inFirstText(body, String.raw`\u0000`)],
    [
      'duplicate-member',
      'with a duplicate member in its body',
      first === undefined ? body : body.replace('{', `{${first},`),
    ],
    ['prototype', 'with a member `__proto__` in its body', body.replace('{', '{"__proto__":{"polluted":true},')],
  ];
  return bodies
    .filter(([, , changed]) => changed !== body)
    .map(([name, words, changed]) => {
      const expect = isUtf8(Buffer.from(changed, 'latin1')) ? ANSWERED : statedRefusal(subject, 400);
      return { name, raw: { fault: 'encoding', words, body: changed }, expect };
    });
}

/**
 * Inserts the text `insert` at the start of the first string value in the JSON text `body`, which is an object or
 * array. Returns `body` unchanged if it has no string value.
 */
function inFirstText(body: string, insert: string): string {
  return body.replace(/([:[]\s*")/, `$1${insert.replaceAll('$', '$$$$')}`);
}

/** More levels than recursive functions of common runtimes can enter before their stack is full. */
const NESTED = 20_000;
const MEGABYTE = 1024 * 1024;
/** The largest maximum body size that a check tries. Without this limit, a check might send gigabytes. */
const LARGEST_SENT = 8 * MEGABYTE;
/** The size of a large body in bytes. From about this size, the validators of some services behave differently. */
const LARGE = 32 * 1024;
/** The number of unknown members in a body. It is larger than the number of faults that most services report. */
const MANY = 150;
/** The length of a long member name. The JSON pointer to the member is longer than most services permit. */
const LONG = 1500;

/**
 * Requests with large and deeply nested bodies. Every service has limits (RFC 9110 §15.5.14, RFC 8259 §9). If the
 * contract does not state the maximum size, only a failure of the service is a fault.
 */
function sizes(subject: RawSubject, body: string): readonly RawRequest[] {
  const nested = `${'['.repeat(NESTED)}${']'.repeat(NESTED)}`;
  return [
    ...aroundMaximum(subject, body),
    survived('size-large', { fault: 'size', words: 'with 1 MiB of spaces after its body', body, padding: MEGABYTE }),
    survived('size-deep', { fault: 'size', words: `with ${NESTED} nested arrays as its body`, body: nested }),
    ...largeInvalid(subject, body),
  ];
}

/**
 * The maximum size of a body that the contract states. `undefined` if the contract states none, or if a body of this
 * size is too large to be sent.
 */
export function triedMaximum({ requestBody }: Operation): number | undefined {
  const maxBytes = requestBody?.maxBytes;
  return maxBytes !== undefined && maxBytes <= LARGEST_SENT ? maxBytes : undefined;
}

/**
 * A body of exactly the maximum size, which the service must accept, and a body with one more byte, which it must
 * refuse. If possible, the larger body contains a character of two bytes: a service that counts characters instead of
 * bytes then accepts it by mistake.
 */
function aroundMaximum(subject: RawSubject, body: string): readonly RawRequest[] {
  const maxBytes = triedMaximum(subject.operation);
  if (maxBytes === undefined || maxBytes < body.length) return [];
  const sized = (bytes: number, start: string): Pick<RawRequest, 'raw'> => ({
    raw: { fault: 'size', words: `with a body of ${bytes} bytes`, body: start, padding: bytes - start.length },
  });
  const wide = withWideCharacter(subject, body);
  const above = wide === undefined || wide.length > maxBytes ? body : wide;
  return [
    { name: 'size-maximum', ...sized(maxBytes, body) },
    { name: 'size-above-maximum', ...sized(maxBytes + 1, above), expect: refusal(subject, 413) },
  ];
}

/** The maximum number of parts of a body that are searched for a string. */
const MOST_PARTS = 60;
/** A character of two bytes in UTF-8. */
const WIDE = '\u00E9';

/**
 * The body with a character of two bytes in one of its strings. The result has one character for each byte. `undefined`
 * if the schema permits the character in no string.
 */
function withWideCharacter({ operation, contract, request }: RawSubject, body: string): string | undefined {
  const type = essence(headerValue(request.headers, 'content-type') ?? '');
  const schema = operation.requestBody?.content.find(({ mediaType }) => essence(mediaType) === type)?.schema;
  const value = parseJsonText(Buffer.from(body, 'latin1').toString());
  if (schema === undefined || value === undefined) return undefined;
  const requests = contract.schemas.forDirection('input');
  const wide = placesOf(value, MOST_PARTS)
    .flatMap(({ path, value: part }) =>
      typeof part === 'string'
        ? [`${WIDE}${part}`, `${WIDE}${part.slice(1)}`].map((text) => withPart(value, path, text))
        : [],
    )
    .find((changed) => requests.accepts(schema, changed));
  const text = wide === undefined ? undefined : jsonText(wide);
  return text === undefined ? undefined : Buffer.from(text).toString('latin1');
}

/**
 * Requests with large bodies that are certainly invalid: a body with many unknown members, a body with a long member
 * name, and an array that is followed by many spaces. The reply must match its schema, however many faults it reports.
 */
function largeInvalid(subject: RawSubject, body: string): readonly RawRequest[] {
  const { operation, contract, request } = subject;
  const type = essence(headerValue(request.headers, 'content-type') ?? '');
  const schema = operation.requestBody?.content.find(({ mediaType }) => essence(mediaType) === type)?.schema;
  const value = parseJsonText(Buffer.from(body, 'latin1').toString());
  if (schema === undefined || !isJsonObject(value)) return [];
  const refused = (name: string, words: string, raw: Pick<RawChange, 'body' | 'padding'>): RawRequest => ({
    name,
    raw: { fault: 'size', words, ...raw },
    expect: { kind: 'refused' },
  });
  const within = (members: string): string => body.replace('{', () => `{${members}`);
  const many = Array.from({ length: MANY }, (_, index) => `"unknown-${index}":0,`).join('');
  const requests = contract.schemas.forDirection('input');
  // In the schema of a request, `readOnly` members are not required.
  const isClosed = requests.accepts(schema, value) && !requests.accepts(schema, { 'unknown-0': 0, ...value });
  return [
    ...(isClosed && Object.keys(value).length > 0
      ? [
          refused('size-members', `with ${MANY} unknown members in its body`, { body: within(many) }),
          refused('size-name', `with an unknown member, whose name has ${LONG} characters, in its body`, {
            body: within(`"${'u'.repeat(LONG)}":0,`),
          }),
        ]
      : []),
    ...(contract.schemas.accepts(schema, [])
      ? []
      : [
          refused('size-invalid', `with a list as its body, and ${LARGE / 1024} KiB of spaces after it`, {
            body: '[]',
            padding: LARGE,
          }),
        ]),
  ];
}

function survived(name: string, raw: RawChange): RawRequest {
  return { name, raw, expect: ANSWERED };
}
