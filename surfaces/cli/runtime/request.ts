import { type Flag } from './command.js';
import { type Failure } from './failure.js';
import type { Invocation } from './invocation.js';

/** A request without the origin of its URL. */
export interface PreparedRequest {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Builds the request from the values (OpenAPI 3.1 §4.8.12.3). `usage` creates the failure that is thrown for a value
 * that cannot be sent.
 */
export function prepareRequest(invocation: Invocation, usage: (detail: string) => Failure): PreparedRequest {
  const { command, values, token, body, bodyType, baseUrl } = invocation;
  const draft: Draft = { path: command.path, query: [], cookies: [], headers: { accept: command.accept } };
  for (const flag of command.flags) {
    const given = values.get(flag.flag);
    if (given !== undefined) place(draft, flag, given, usage);
  }
  if (token !== undefined && command.credential !== undefined) authorise(draft, command.credential, token);
  if (bodyType !== undefined) draft.headers['content-type'] = bodyType;
  if (body !== undefined) draft.headers['content-length'] = String(body.byteLength);
  if (draft.cookies.length > 0) draft.headers['cookie'] = draft.cookies.join('; ');
  const query = draft.query.length === 0 ? '' : `?${draft.query.join('&')}`;
  return { target: `${baseUrl.pathname.replace(/\/+$/, '')}${draft.path}${query}`, headers: draft.headers };
}

interface Draft {
  path: string;
  readonly query: string[];
  readonly cookies: string[];
  readonly headers: Record<string, string>;
}

function place(draft: Draft, flag: Flag, given: readonly string[], usage: (detail: string) => Failure): void {
  if (flag.in === 'query') draft.query.push(...pairs(flag, given));
  else if (flag.in === 'cookie') draft.cookies.push(...pairs(flag, given));
  else if (flag.in === 'header') {
    const text = given.join(',');
    // RFC 9110 §5.5: a header value is visible ASCII. Spaces and tabs are allowed only inside.
    if (!/^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/.test(text)) throw usage(`--${flag.flag} cannot be sent in a header.`);
    draft.headers[flag.name.toLowerCase()] = text;
  } else {
    const text = segment(flag, given);
    // A path with an empty segment is a different route. Clients remove dot segments (RFC 3986 §5.2.4).
    if (text === '' || text === '.' || text === '..') throw usage(`--${flag.flag}=${text} cannot be part of a path.`);
    draft.path = draft.path.replace(`{${flag.name}}`, () => text);
  }
}

function pairs(flag: Flag, given: readonly string[]): readonly string[] {
  const name = encodeUnreserved(flag.name);
  const texts = given.map(encoderOf(flag));
  if (flag.json !== true && flag.explode) return texts.map((text) => `${name}=${text}`);
  const mark = flag.style === 'spaceDelimited' ? '%20' : flag.style === 'pipeDelimited' ? '%7C' : ',';
  return [`${name}=${texts.join(mark)}`];
}

function segment(flag: Flag, given: readonly string[]): string {
  const texts = given.map(encoderOf(flag));
  if (flag.json === true || flag.style === 'simple') return texts.join(',');
  if (flag.style === 'label') return `.${texts.join(flag.explode ? '.' : ',')}`;
  const name = encodeUnreserved(flag.name);
  // RFC 6570 §3.2.7: an empty value has no `=`.
  const named = (text: string): string => (text === '' ? `;${name}` : `;${name}=${text}`);
  return flag.explode ? texts.map(named).join('') : named(texts.join(','));
}

function encoderOf(flag: Flag): (text: string) => string {
  return flag.allowReserved === true ? encodeReserved : encodeUnreserved;
}

/**
 * Percent-encodes all characters except the unreserved characters of RFC 3986 §2.3. An argument of a process contains
 * no lone surrogates, so the encoding cannot fail.
 */
function encodeUnreserved(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Percent-encodes a value of a parameter with `allowReserved`. Reserved characters and existing percent triplets stay
 * unchanged (RFC 6570 §3.2.3).
 */
function encodeReserved(text: string): string {
  return encodeURI(text)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replace(/%25(?=[0-9A-Fa-f]{2})/g, '%');
}

function authorise(draft: Draft, credential: NonNullable<Invocation['command']['credential']>, token: string): void {
  const value = credential.scheme === '' ? token : `${credential.scheme} ${token}`;
  if (credential.in === 'header') draft.headers[credential.name.toLowerCase()] = value;
  else
    (credential.in === 'query' ? draft.query : draft.cookies).push(`${credential.name}=${encodeURIComponent(value)}`);
}
