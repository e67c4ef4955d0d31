import { type HeaderPair, type RequestMessage, headerValue } from '../../../contract/wire/message.js';
import { MIN_SECRET_LENGTH, REDACTED } from '../../../reports/stream/redact.js';
import { type Placeholder, type Secrets, secretValue } from './secrets.js';
import { type WordPart, printfFormat, shellWord, textOf } from '../../../surfaces/process/shell-word.js';

/** The maximum size, in bytes, of a body in the command. The command reads a larger body from a file. */
export const MOST_BODY_BYTES = 2048;
/**
 * The maximum length of a command. A report stores longer strings than this, so no command is cut off and becomes a
 * different request.
 */
const MOST_LENGTH = 8000;
const TOKEN = /^[A-Za-z]+$/;

/**
 * Returns a command that sends the same request again: the same method, target and body, and the same headers in the
 * same order. Shell variables replace configured credentials; other credentials are redacted. `undefined` if the
 * command would be too long to copy.
 */
export function curlOf(request: RequestMessage, secrets: Secrets): string | undefined {
  const { input, data } = body(request, secrets);
  const words = [
    // Without these options, curl rewrites dot segments in the path and expands brackets (curl(1), --path-as-is,
    // --globoff).
    'curl -sS --path-as-is --globoff',
    request.method === 'HEAD' ? '--head' : '-i',
    ...(/^(?:identity)?$/.test(headerValue(request.headers, 'accept-encoding') ?? '') ? [] : ['--compressed']),
    ...(request.method === 'HEAD' || (request.method === 'GET' && data.length === 0)
      ? []
      : [`-X ${TOKEN.test(request.method) ? request.method : shellWord([request.method])}`]),
    ...address(request.target, secrets),
    ...headerWords(request, data.length > 0, secrets),
    ...data,
  ];
  const command = `${input}${words.join(' ')}`;
  return command.length > MOST_LENGTH ? undefined : command;
}

/**
 * The arguments for the URL. In a URL with `#`, curl would treat the rest as a fragment. So a target with `#` is passed
 * by --request-target (curl(1)).
 */
function address(target: string, secrets: Secrets): readonly string[] {
  const parts = wordParts(target, secrets);
  if (!target.includes('#')) return [shellWord([{ expression: '$BASE_URL' }, ...parts])];
  return [`--request-target ${shellWord([{ expression: BASE_PATH }, ...parts])} "$BASE_URL"`];
}

const BASE_PATH = '$(printf %s "$BASE_URL" | sed \'s,^[a-z]*://[^/]*,,\')';

/**
 * Headers that the command does not set. Curl derives some of them from the URL and the body. The others concern the
 * connection, which curl closes after the request.
 */
const WRITTEN_BY_CURL = new Set(['host', 'content-length', 'connection', 'keep-alive']);
/** Headers that curl adds by default. An empty value removes them (curl(1), --header). */
const ADDED_BY_CURL = ['User-Agent', 'Accept'];

function headerWords({ headers }: RequestMessage, hasData: boolean, secrets: Secrets): readonly string[] {
  const sent = headers.filter(([name]) => !WRITTEN_BY_CURL.has(name.toLowerCase()));
  // The service also received the headers that the user adds to each request.
  const added = secrets.given.flatMap(({ pair, isAdded }) =>
    isAdded && headerValue(headers, pair[0].toLowerCase()) === undefined ? [pair] : [],
  );
  const ofCurl = hasData ? [...ADDED_BY_CURL, 'Content-Type'] : ADDED_BY_CURL;
  const unwanted = ofCurl.filter((name) => headerValue([...headers, ...added], name.toLowerCase()) === undefined);
  return [
    ...[...sent, ...added].map((pair) => `-H ${shellWord(headerParts(pair, secrets))}`),
    ...unwanted.map((name) => `-H '${name}:'`),
  ];
}

/**
 * The argument for a header. A header with an empty value is written with a semicolon, because curl would omit it if it
 * were written with a colon.
 */
function headerParts([name, value]: HeaderPair, secrets: Secrets): readonly WordPart[] {
  if (value === '') return [`${name};`];
  const secret = secretValue([name, value], secrets);
  if (secret === undefined) return [`${name}: `, ...wordParts(value, secrets)];
  const { before, expression } = secret;
  return [`${name}: ${before}`, expression === undefined ? REDACTED : { expression }];
}

interface Body {
  /** The start of the command line, which pipes the body into curl. */
  readonly input: string;
  readonly data: readonly string[];
}

function body({ headers, body: bytes }: RequestMessage, secrets: Secrets): Body {
  if (bytes.byteLength === 0)
    return { input: '', data: headerValue(headers, 'content-length') === undefined ? [] : ["--data-raw ''"] };
  // The user must create this file, from the shown request or from the counterexample.
  if (bytes.byteLength > MOST_BODY_BYTES)
    return { input: '', data: [`--data-binary @body-of-${bytes.byteLength}-bytes`] };
  const parts = wordParts(Buffer.from(bytes).toString('latin1'), secrets);
  if (parts.every((part) => typeof part !== 'string' || textOf(part) !== undefined))
    return { input: '', data: [`--data-raw ${shellWord(parts)}`] };
  return { input: `${printed(parts)} | `, data: ['--data-binary @-'] };
}

/** Makes a `printf` command. Credentials are passed as its arguments, so that their characters need no escaping. */
function printed(parts: readonly WordPart[]): string {
  const format = parts.map((part) => (typeof part === 'string' ? printfFormat(part) : '%s')).join('');
  const values = parts.flatMap((part) => (typeof part === 'string' ? [] : [` "${part.expression}"`]));
  return `printf '${format}'${values.join('')}`;
}

/**
 * Replaces credentials in a string with shell expressions, and redacts other secrets. Short credentials are not
 * replaced, because a short string may occur by chance.
 */
function wordParts(
  text: string,
  { redact, placeholders }: Pick<Secrets, 'redact' | 'placeholders'>,
): readonly WordPart[] {
  const known = placeholders.filter(({ literal }) => literal.length >= MIN_SECRET_LENGTH).toSorted(longestFirst);
  const first = known.find(({ literal }) => text.includes(latin1(literal)));
  if (first === undefined) return text === '' ? [] : [redact(text)];
  const between = text.split(latin1(first.literal)).map((part) => wordParts(part, { redact, placeholders }));
  return between.flatMap((parts, index) => (index === 0 ? parts : [{ expression: first.expression }, ...parts]));
}

function longestFirst(one: Placeholder, other: Placeholder): number {
  return other.literal.length - one.literal.length;
}

function latin1(literal: string): string {
  return Buffer.from(literal).toString('latin1');
}
