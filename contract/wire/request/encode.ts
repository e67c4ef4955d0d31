import type { CaseInput } from '../../case.js';
import type { Json } from '../../json/json.js';
import type { MediaContent, Operation, Parameter } from '../../operation.js';
import { type EncodedBody, bodyFault, encodeBody } from '../body/encode-body.js';
import { type HeaderPair, NO_BODY, type RequestMessage } from '../message.js';
import { type PathTemplate, fillPathTemplate, matchPathTemplate, parsePathTemplate } from '../path-template.js';
import { serialiseParameter } from '../serialise-parameter.js';

export type EncodedRequest =
  | ({ readonly kind: 'request' } & RequestMessage)
  | { readonly kind: 'inexpressible'; readonly reason: string };

/**
 * The request for an input (OpenAPI 3.1 §4.8.12, §4.8.13), without credentials and transport headers. The harness
 * encodes all inputs with this function, and expects the same request from every surface.
 */
export function encodeRequest(operation: Operation, input: CaseInput): EncodedRequest {
  const known = encoded.get(input);
  if (known?.operation === operation) return known.request;
  const request = encodeAnew(operation, input);
  encoded.set(input, { operation, request });
  return request;
}

/** Caches the request of each input. Inputs are immutable, so a cached request stays correct. */
const encoded = new WeakMap<CaseInput, { readonly operation: Operation; readonly request: EncodedRequest }>();

function encodeAnew(operation: Operation, input: CaseInput): EncodedRequest {
  const head = encodeHead(operation, input);
  if (typeof head === 'string') return { kind: 'inexpressible', reason: head };
  const body = encodeInputBody(operation, input);
  if (typeof body === 'string') return { kind: 'inexpressible', reason: body };
  if (body !== undefined) head.headers.push(['content-type', body.contentType]);
  const { target, headers } = head;
  return { kind: 'request', method: operation.method.toUpperCase(), target, headers, body: body?.bytes ?? NO_BODY };
}

/**
 * The maximum size of the head of a generated request, in octets: its target and the header fields of its input. A
 * longer head may never reach the service. Recipients should accept request lines of 8,000 octets (RFC 9112 §3), and
 * common servers refuse header sections of 8 to 16 KiB (431, RFC 6585 §5).
 */
const MOST_HEAD_OCTETS = 8000;

/**
 * Whether `encodeRequest` can encode an input, with a head that is short enough for servers. This test is much cheaper
 * than `encodeRequest`, because it does not encode a JSON body.
 */
export function isExpressible(operation: Operation, input: CaseInput): boolean {
  const head = encodeHead(operation, input);
  if (typeof head === 'string' || inputBodyFault(operation, input) !== undefined) return false;
  // In the target and the fields, each character is one octet.
  return (
    head.headers.reduce((sum, [name, value]) => sum + name.length + value.length, head.target.length) <=
    MOST_HEAD_OCTETS
  );
}

/** The reason why the value of a parameter cannot be sent; `undefined` if it can be sent. */
export function parameterFault(parameter: Parameter, value: Json): string | undefined {
  return placeParameter({ path: new Map(), query: [], headers: [], cookies: [] }, parameter, value);
}

interface Draft {
  /** The encoded value of each path parameter, by its name. */
  readonly path: Map<string, string>;
  readonly query: string[];
  readonly headers: HeaderPair[];
  readonly cookies: string[];
}

/** The request without its body. If it cannot be encoded, the result is a string with the reason. */
function encodeHead(
  operation: Operation,
  input: CaseInput,
): { readonly target: string; readonly headers: HeaderPair[] } | string {
  const draft: Draft = { path: new Map(), query: [], headers: [], cookies: [] };
  for (const parameter of operation.parameters) {
    const fault = placeParameter(draft, parameter, parameterValue(input, parameter));
    if (fault !== undefined) return fault;
  }
  const pathname = encodePath(pathTemplateOf(operation), draft.path);
  if (pathname === undefined)
    return `${operation.path}: with these values, a server cannot separate the parameters of one path segment, or a segment becomes . or ..`;
  if (draft.cookies.length > 0) draft.headers.push(['cookie', draft.cookies.join('; ')]);
  return {
    target: draft.query.length === 0 ? pathname : `${pathname}?${draft.query.join('&')}`,
    headers: draft.headers,
  };
}

function parameterValue(input: CaseInput, parameter: Parameter): Json | undefined {
  const values = input[parameter.in];
  return values !== undefined && Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
}

/** Adds one parameter to the draft of a request. If its value cannot be sent, returns the reason. */
function placeParameter(draft: Draft, parameter: Parameter, value: Json | undefined): string | undefined {
  if (value === undefined)
    return parameter.in === 'path' ? `${parameter.name}: a path parameter cannot be omitted` : undefined;
  const serialised = serialiseParameter(parameter, value);
  switch (serialised.kind) {
    case 'inexpressible':
      return serialised.reason;
    case 'pairs':
      draft.query.push(...serialised.pairs);
      return undefined;
    case 'text':
      return placeText(draft, parameter, serialised.text);
    default:
      return serialised satisfies never;
  }
}

/**
 * Matches header values that can be sent: visible ASCII characters, with spaces and tabs between them. Other characters
 * are not portable (RFC 9110 §5.5).
 */
const FIELD_VALUE = /^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/;

function placeText(draft: Draft, parameter: Parameter, text: string): string | undefined {
  if (parameter.in === 'cookie') draft.cookies.push(text);
  else if (parameter.in === 'header') {
    if (!FIELD_VALUE.test(text)) return `${parameter.name}: the value is not expressible as a header value`;
    draft.headers.push([parameter.name.toLowerCase(), text]);
  } else {
    if (text === '') return `${parameter.name}: an empty string is not a path segment`;
    draft.path.set(parameter.name, text);
  }
  return undefined;
}

const DOT_SEGMENT = /\/\.\.?(?:\/|$)/;

/**
 * The path of a request. `undefined` if a server might not decode the original values from it: clients and proxies
 * remove dot segments (RFC 3986 §5.2.4), and servers may separate several parameters in one segment differently.
 */
function encodePath(template: PathTemplate, texts: ReadonlyMap<string, string>): string | undefined {
  const values = template.names.map((name) => texts.get(name) ?? '');
  const pathname = fillPathTemplate(template, values);
  if (DOT_SEGMENT.test(pathname)) return undefined;
  if (values.length < 2) return pathname;
  const read = matchPathTemplate(template, pathname);
  return read !== undefined && read.every((text, index) => text === values[index]) ? pathname : undefined;
}

/**
 * The encoded body; `undefined` if the input has no body. If the body cannot be encoded, the result is a string with
 * the reason.
 */
function encodeInputBody(operation: Operation, { body, mediaType }: CaseInput): EncodedBody | string | undefined {
  if (body === undefined) return undefined;
  const content = bodyContent(operation, mediaType);
  return content === undefined ? noSuchBody(operation, mediaType) : encodeBody(content, body);
}

function inputBodyFault(operation: Operation, { body, mediaType }: CaseInput): string | undefined {
  if (body === undefined) return undefined;
  const content = bodyContent(operation, mediaType);
  return content === undefined ? noSuchBody(operation, mediaType) : bodyFault(content, body);
}

function noSuchBody(operation: Operation, mediaType: string | undefined): string {
  return `${operation.id} documents no request body of type ${mediaType ?? '(any)'}`;
}

/** The documented request body of a media type. By default, the first documented request body. */
export function bodyContent(operation: Operation, mediaType: string | undefined): MediaContent | undefined {
  const content = operation.requestBody?.content ?? [];
  return mediaType === undefined ? content[0] : content.find((media) => media.mediaType === mediaType);
}

const templates = new WeakMap<Operation, PathTemplate>();

/** The parsed path template of an operation. It is parsed once. */
export function pathTemplateOf(operation: Operation): PathTemplate {
  let template = templates.get(operation);
  if (template === undefined) {
    template = parsePathTemplate(operation.path);
    templates.set(operation, template);
  }
  return template;
}
