/// <reference lib="dom" />
import type { CardOperation, CardParameter } from '../model/card-model.js';
import { parameterTexts } from './parameter-texts.js';
import { RefusedError } from './refused-error.js';
import { writeBody } from './write-body.js';

/** A request whose target has no base URL yet. */
export interface BuiltRequest {
  readonly method: string;
  /** The path and the query of the URL. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Blob | undefined;
}

/**
 * Builds the request of one call. Omitted arguments are not sent. Throws a `RefusedError` if a value cannot be encoded.
 */
export function buildRequest(
  operation: CardOperation,
  args: ReadonlyMap<string, unknown>,
  token: string,
): BuiltRequest {
  let path = operation.path;
  const query: string[] = [];
  const headers: Record<string, string> = { accept: operation.accept };
  for (const parameter of operation.parameters) {
    if (!args.has(parameter.argument)) continue;
    const texts = parameterTexts(parameter, args.get(parameter.argument));
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, () => segment(parameter, texts.join('')));
    else if (parameter.in === 'query') query.push(...texts);
    else if (parameter.in === 'header') headers[parameter.name.toLowerCase()] = headerText(parameter, texts.join(','));
    else throw new RefusedError(`${parameter.argument}: a page cannot set the cookies of a request`);
  }
  const body =
    args.has('body') && operation.bodyType !== undefined ? writeBody(operation, args.get('body')) : undefined;
  if (body !== undefined) headers['content-type'] = body.contentType;
  authorise(operation, token, headers, query);
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  return { method: operation.method, target, headers, body: body?.content };
}

/**
 * Checks and encodes a path segment. An empty segment would lead to a different route, and a browser removes `.` and
 * `..` segments (RFC 3986 §5.2.4), even encoded ones (WHATWG URL §4.4).
 */
function segment({ argument }: CardParameter, text: string): string {
  if (!/^(?:\.|%2e){0,2}$/i.test(text)) return text;
  throw new RefusedError(`${argument}: ${JSON.stringify(text)} cannot be a part of a path`);
}

/**
 * Checks the value of a header: visible ASCII, with spaces and tabs only between other characters (RFC 9110 §5.5). A
 * browser changes or refuses any other text.
 */
function headerText({ argument }: CardParameter, text: string): string {
  if (/^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/.test(text)) return text;
  throw new RefusedError(`${argument}: this text cannot be sent in a header`);
}

function authorise(
  { credential }: CardOperation,
  token: string,
  headers: Record<string, string>,
  query: string[],
): void {
  if (credential === undefined || token === '') return;
  const value = credential.scheme === '' ? token : `${credential.scheme} ${token}`;
  if (credential.in === 'header') headers[credential.name.toLowerCase()] = value;
  else if (credential.in === 'query') query.push(`${encodeURIComponent(credential.name)}=${encodeURIComponent(value)}`);
  else throw new RefusedError('a page cannot set the cookies of a request');
}
