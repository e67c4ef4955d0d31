import { isHeaderText } from './call-options.js';
import { encodeBody } from './encode-body.js';
import type { OperationDescriptor, ParameterDescriptor } from './operation-descriptor.js';
import { RefusedError } from './refused-error.js';
import { serialiseParameter } from './serialise-parameter.js';

/** A request whose target has no base URL yet. */
export interface BuiltRequest {
  readonly method: string;
  /** The path with the query. */
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
}

/**
 * Builds the request of one call. An argument that is omitted or `undefined` is not sent. An argument that is `null` is
 * sent. Rejects with a `RefusedError` if an argument cannot be encoded.
 */
export async function buildRequest(
  operation: OperationDescriptor,
  args: object,
  token: string | undefined,
): Promise<BuiltRequest> {
  const draft: Draft = { path: operation.path, query: [], cookies: [], headers: { accept: operation.accept } };
  for (const parameter of operation.parameters) place(draft, parameter, argument(args, parameter.argument));
  authorise(draft, operation, token);
  const body = await encodeBody(operation, argument(args, 'body'));
  if (body !== undefined) draft.headers['content-type'] = body.contentType;
  if (draft.cookies.length > 0) draft.headers['cookie'] = draft.cookies.join('; ');
  const target = draft.query.length === 0 ? draft.path : `${draft.path}?${draft.query.join('&')}`;
  return { method: operation.method, target, headers: draft.headers, body: body?.content };
}

interface Draft {
  path: string;
  readonly query: string[];
  readonly cookies: string[];
  readonly headers: Record<string, string>;
}

/**
 * Reads an argument by its name. Only own members count, because every object inherits members such as `constructor`.
 */
function argument(args: object, name: string): unknown {
  return Object.hasOwn(args, name) ? (args as Record<string, unknown>)[name] : undefined;
}

function place(draft: Draft, parameter: ParameterDescriptor, value: unknown): void {
  if (value === undefined) {
    if (parameter.in === 'path') throw new RefusedError(`${parameter.argument}: the path parameter is required.`);
    return;
  }
  const texts = serialiseParameter(parameter, value);
  if (parameter.in === 'query') draft.query.push(...texts);
  else if (parameter.in === 'cookie') draft.cookies.push(...texts);
  else if (parameter.in === 'header')
    draft.headers[parameter.name.toLowerCase()] = headerText(parameter, texts.join(','));
  else draft.path = draft.path.replace(`{${parameter.name}}`, () => pathSegment(parameter, texts.join('')));
}

function headerText(parameter: ParameterDescriptor, text: string): string {
  if (isHeaderText(text)) return text;
  throw new RefusedError(`${parameter.argument}: the value cannot be sent in a header.`);
}

/**
 * Throws for a text that cannot be a path segment. An empty segment would lead to a different route, and clients remove
 * `.` and `..` segments from a path (RFC 3986 §5.2.4).
 */
function pathSegment(parameter: ParameterDescriptor, text: string): string {
  if (text !== '' && text !== '.' && text !== '..') return text;
  throw new RefusedError(`${parameter.argument}: ${JSON.stringify(text)} cannot be a path segment.`);
}

function authorise(draft: Draft, { credential }: OperationDescriptor, token: string | undefined): void {
  if (credential === undefined || token === undefined) return;
  const value = credential.scheme === '' ? token : `${credential.scheme} ${token}`;
  if (credential.in === 'header') draft.headers[credential.name.toLowerCase()] = value;
  else
    (credential.in === 'query' ? draft.query : draft.cookies).push(`${credential.name}=${encodeURIComponent(value)}`);
}
