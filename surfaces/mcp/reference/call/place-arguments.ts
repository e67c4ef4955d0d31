import type { HttpCall, Placement, Tool } from '../../generated/tools.js';
import { fillPath } from './path.js';
import { type Spelling, spellParameter } from './spell-parameter.js';

/**
 * The request that the tool server sends to the service. `target` is the path below the base path of the service, with
 * the encoded query.
 */
export interface OutgoingRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * An argument that cannot be put into a request. `pointer` names the argument in the same way as the errors of the
 * service, such as `/path/item_id`. An argument that the contract does not declare has no pointer.
 */
export interface InputError {
  readonly pointer?: string;
  readonly detail: string;
}

export type Placed =
  | { readonly kind: 'request'; readonly request: OutgoingRequest }
  | { readonly kind: 'misplaced'; readonly errors: readonly InputError[] };

/**
 * Builds the request of a call: puts every argument into the path, query, header, cookie or body, as the contract
 * declares. The service validates the values.
 */
export function placeArguments(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  token: string | undefined,
): Placed {
  const { call } = tool;
  const draft: Draft = { path: new Map(), query: [], cookies: [], headers: { accept: ACCEPTED }, errors: [] };
  refuseUnknown(draft, call, given);
  for (const placement of call.parameters) {
    if (Object.hasOwn(given, placement.argument)) placeParameter(draft, placement, given[placement.argument]);
    else if (placement.in === 'path') draft.errors.push({ pointer: pointerTo(placement), detail: 'is required' });
  }
  const body = placeBody(draft, call, given);
  placeCredential(draft, call, token);
  if (draft.errors.length > 0) return { kind: 'misplaced', errors: draft.errors };
  if (draft.cookies.length > 0) draft.headers['cookie'] = draft.cookies.join('; ');
  const path = fillPath(call.path, draft.path);
  const target = draft.query.length > 0 ? `${path}?${draft.query.join('&')}` : path;
  return {
    kind: 'request',
    request: { method: call.method, target, headers: draft.headers, ...(body === undefined ? {} : { body }) },
  };
}

const ACCEPTED = 'application/json, application/problem+json';

interface Draft {
  readonly path: Map<string, string>;
  readonly query: string[];
  readonly cookies: string[];
  readonly headers: Record<string, string>;
  readonly errors: InputError[];
}

/** The maximum number of errors in one reply. The service has the same maximum. */
const MOST_ERRORS = 100;

function refuseUnknown(draft: Draft, call: HttpCall, given: Readonly<Record<string, unknown>>): void {
  const known = new Set(call.parameters.map(({ argument }) => argument));
  if (call.body !== undefined) known.add(call.body.argument);
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  for (const name of unknown.slice(0, MOST_ERRORS))
    draft.errors.push({ detail: `${JSON.stringify(name.slice(0, 200))} is not an argument of this tool` });
}

function placeParameter(draft: Draft, placement: Placement, value: unknown): void {
  const spelled = spellParameter(placement, value);
  const misfit =
    spelled.kind === 'text'
      ? placeText(draft, placement, spelled)
      : spelled.kind === 'none'
        ? spelled.reason
        : undefined;
  if (spelled.kind === 'pairs') draft.query.push(...spelled.pairs);
  if (misfit !== undefined) draft.errors.push({ pointer: pointerTo(placement), detail: misfit });
}

function placeText(
  draft: Draft,
  placement: Placement,
  { text }: Extract<Spelling, { kind: 'text' }>,
): string | undefined {
  if (placement.in === 'cookie') {
    draft.cookies.push(placement.contentType === undefined ? text : `${placement.name}=${text}`);
  } else if (placement.in === 'header') {
    // RFC 9110 §5.5: field values are visible ASCII with inner spaces and tabs.
    if (!/^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/.test(text)) return 'cannot be sent in a header';
    draft.headers[placement.name.toLowerCase()] = text;
  } else {
    // RFC 3986 §5.2.4: clients remove dot segments. With an empty segment, the path is different.
    if (text === '' || text === '.' || text === '..') return 'cannot be sent in a path';
    draft.path.set(placement.name, text);
  }
  return undefined;
}

function placeBody(draft: Draft, { body }: HttpCall, given: Readonly<Record<string, unknown>>): string | undefined {
  if (body === undefined || !Object.hasOwn(given, body.argument)) return undefined;
  draft.headers['content-type'] = body.mediaType;
  const text = bodyText(body.mediaType, given[body.argument]);
  if (text === undefined) draft.errors.push({ pointer: '/body', detail: `cannot be written as ${body.mediaType}` });
  return text;
}

function bodyText(mediaType: string, value: unknown): string | undefined {
  const essence = mediaType.split(';', 1)[0]?.trim() ?? '';
  if (essence !== 'application/json' && !essence.endsWith('+json')) return isUtf8Text(value) ? value : undefined;
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify is recursive, so it cannot write all values that JSON.parse can read.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * True for a string that can be encoded as UTF-8. A string with a lone surrogate cannot, and would be sent as a
 * different text.
 */
function isUtf8Text(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value);
}

function placeCredential(draft: Draft, { credential }: HttpCall, token: string | undefined): void {
  if (credential === undefined || token === undefined) return;
  if (credential.in === 'header') draft.headers[credential.name.toLowerCase()] = `${credential.scheme}${token}`;
  else if (credential.in === 'cookie') draft.cookies.push(`${credential.name}=${token}`);
  else draft.query.push(`${encodeURIComponent(credential.name)}=${encodeURIComponent(token)}`);
}

function pointerTo(placement: Placement): string {
  return `/${placement.in}/${escapeToken(placement.name)}`;
}

/** Escapes a token of a JSON pointer (RFC 6901 §3). */
function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
