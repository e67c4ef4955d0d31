import type { CaseInput } from '../case.js';
import type { Json } from '../json.js';
import type { MediaContent, Operation, Parameter } from '../operation.js';
import { type HeaderPair, NO_BODY, type RequestMessage, isJsonMediaType } from './message.js';
import { type PathTemplate, fillPathTemplate, parsePathTemplate } from './path-template.js';
import { serialiseParameter } from './serialise-parameter.js';

export type EncodedRequest = ({ readonly kind: 'request' } & RequestMessage) | { readonly kind: 'inexpressible'; readonly reason: string };

/**
 * The request that a case is on the wire (OpenAPI 3.1 §4.8.12, §4.8.13): what every faithful surface sends, credentials
 * and transport headers apart. The one place where inputs become bytes.
 */
export function encodeRequest(operation: Operation, input: CaseInput): EncodedRequest {
  const draft: Draft = { path: new Map(), query: [], headers: [], cookies: [] };
  for (const parameter of operation.parameters) {
    const reason = place(draft, parameter, parameterValue(input, parameter));
    if (reason !== undefined) return { kind: 'inexpressible', reason };
  }
  const body = encodeBody(operation, input);
  if (typeof body === 'string') return { kind: 'inexpressible', reason: body };
  if (draft.cookies.length > 0) draft.headers.push(['cookie', draft.cookies.join('; ')]);
  if (body !== undefined) draft.headers.push(['content-type', body.mediaType]);
  const template = templateOf(operation);
  const pathname = fillPathTemplate(template, template.names.map((name) => draft.path.get(name) ?? ''));
  return {
    kind: 'request',
    method: operation.method.toUpperCase(),
    target: draft.query.length === 0 ? pathname : `${pathname}?${draft.query.join('&')}`,
    headers: draft.headers,
    body: body?.bytes ?? NO_BODY,
  };
}

interface Draft {
  /** Raw text by parameter name. */
  readonly path: Map<string, string>;
  readonly query: string[];
  readonly headers: HeaderPair[];
  readonly cookies: string[];
}

function parameterValue(input: CaseInput, parameter: Parameter): Json | undefined {
  const values = input[parameter.in];
  return values !== undefined && Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
}

/** Puts one parameter into the draft; answers why it cannot be. */
function place(draft: Draft, parameter: Parameter, value: Json | undefined): string | undefined {
  if (value === undefined) return parameter.in === 'path' ? `${parameter.name}: a path parameter cannot be omitted` : undefined;
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

function placeText(draft: Draft, parameter: Parameter, text: string): string | undefined {
  if (parameter.in === 'cookie') draft.cookies.push(parameter.contentType === undefined ? text : `${parameter.name}=${text}`);
  else if (parameter.in === 'header') {
    // RFC 9110 §5.5: field values are visible ASCII with inner spaces and tabs; the rest is not portable.
    if (!/^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/.test(text)) return `${parameter.name}: not expressible as a header value`;
    draft.headers.push([parameter.name.toLowerCase(), text]);
  } else {
    // RFC 3986 §5.2.4 removes dot segments on the way, an empty segment changes the route.
    if (text === '' || text === '.' || text === '..') return `${parameter.name}: ${JSON.stringify(text)} is not expressible as a path segment`;
    draft.path.set(parameter.name, text);
  }
  return undefined;
}

function encodeBody(operation: Operation, input: CaseInput): { readonly mediaType: string; readonly bytes: Uint8Array } | string | undefined {
  if (input.body === undefined) return undefined;
  const content = bodyContent(operation, input);
  if (content === undefined) return `${operation.id} takes no body of type ${input.mediaType ?? '(any)'}`;
  if (isJsonMediaType(content.mediaType)) return { mediaType: content.mediaType, bytes: Buffer.from(JSON.stringify(input.body)) };
  if (content.mediaType.startsWith('text/') && typeof input.body === 'string') return { mediaType: content.mediaType, bytes: Buffer.from(input.body) };
  return `a body of type ${content.mediaType} has no encoding here`;
}

function bodyContent(operation: Operation, input: CaseInput): MediaContent | undefined {
  const content = operation.requestBody?.content ?? [];
  return input.mediaType === undefined ? content[0] : content.find((media) => media.mediaType === input.mediaType);
}

const templates = new WeakMap<Operation, PathTemplate>();

/** Parsed once an operation; a cache, not state. */
export function templateOf(operation: Operation): PathTemplate {
  let template = templates.get(operation);
  if (template === undefined) {
    template = parsePathTemplate(operation.path);
    templates.set(operation, template);
  }
  return template;
}
