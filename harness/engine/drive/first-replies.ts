import type { Contract } from '../../../contract/contract.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import type { Operation } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import { serverUrls } from '../../../contract/server-urls.js';
import { streamOf } from '../../../contract/stream-of.js';
import { type HeaderPair, essence, headerValue } from '../../../contract/wire/message.js';
import { type Credentials, hasCredentials, isSecured } from '../../../contract/wire/request/credentials.js';
import { pathTemplateOf } from '../../../contract/wire/request/encode.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { isExcerpt } from '../../../surfaces/http/body-excerpt.js';
import type { Backend } from '../../backends/backend.js';
import { DirectClient } from './lane/direct-client.js';
import { untilStopped } from './lane/stopping.js';

interface Checked extends Credentials {
  readonly contract: Contract;
  /** The operations that the run calls. */
  readonly operations: readonly Operation[];
  readonly backends: readonly Backend[];
  /** Headers that are added to each request. They may contain the credentials. */
  readonly headers?: readonly HeaderPair[];
  /** The configured URL of the service. */
  readonly url: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * The maximum number of operations that are called. No more are called after the first reply that shows that an
 * operation exists.
 */
const MOST_OPERATIONS = 8;
/**
 * The minimum number of operations that must refuse a credential, before the credential counts as wrong. A single
 * operation may refuse it because of a fault.
 */
const LEAST_REFUSED = 2;
/**
 * The minimum number of operations to which the service must reply as to an unknown path, before the URL counts as
 * wrong. If the contract has fewer operations without path parameters, items are read too: a service at the right URL
 * rarely replies to an unknown item as it does to an unknown path.
 */
const LEAST_MISSING = 3;

/**
 * Rejects if a running service refuses the credentials of the run, or has no operation at the URL of the run. Without
 * this check, every operation would have a finding that blames the service, although the command line or the
 * configuration is wrong. Calls operations by GET and without arguments. The calls end at the first reply that shows an
 * existing operation and accepted credentials.
 */
export async function refuseUnusable({ backends, operations, signal, ...given }: Checked): Promise<void> {
  const backend = backends.find(({ kind }) => kind === 'live');
  const readers = operations.filter((operation) => isReader(given.contract, operation));
  if (backend === undefined || readers.length === 0) return;
  const instance = await untilStopped(
    signal,
    () => backend.start(signal),
    (late) => void late.stop(),
  ).catch(() => undefined);
  if (instance === undefined) return;
  const calls = { client: new DirectClient(given, instance.respond), signal };
  try {
    const secured = await repliesWith(401, withCredentials(readers, given), calls);
    const least = Math.min(LEAST_REFUSED, given.contract.operations.length);
    if (secured.length >= least) throw refused(secured);
    const unknown = await repliesWith(404, readers, calls);
    if (unknown.length === 0 || !(await areMissing(unknown, calls))) return;
    const isSure = unknown.length >= LEAST_MISSING || (await areItemsMissing(operations, unknown, calls));
    if (isSure) throw missing(unknown, given);
  } finally {
    await instance.stop();
  }
}

interface Calls {
  readonly client: DirectClient;
  readonly signal: AbortSignal;
}

interface FirstReply {
  readonly operation: Operation;
  readonly reply: WireResponse;
}

/** The replies to calls of the operations, if all have the given status. Otherwise, the result is empty. */
async function repliesWith(
  status: number,
  readers: readonly Operation[],
  { client, signal }: Calls,
): Promise<readonly FirstReply[]> {
  const replies: FirstReply[] = [];
  for (const operation of readers.slice(0, MOST_OPERATIONS)) {
    const reply = await untilStopped(signal, () => client.call(operation, {}));
    if (reply?.kind !== 'response' || reply.status !== status) return [];
    replies.push({ operation, reply });
  }
  return replies;
}

/** The operations that need credentials, if the run has credentials for them. */
function withCredentials(
  readers: readonly Operation[],
  { headers = [], ...given }: Pick<Checked, 'headers' | 'token' | 'credentials'>,
): readonly Operation[] {
  return readers.filter(
    (operation) => isSecured(operation) && (headers.length > 0 || hasCredentials(operation, given)),
  );
}

/** A path that no service offers. */
const UNKNOWN_PATH = '/parity-no-such-route';

/** Whether each operation gets the same reply as an unknown path. */
async function areMissing(replies: readonly FirstReply[], { client, signal }: Calls): Promise<boolean> {
  const [first] = replies;
  if (first === undefined) return false;
  const unknown = await untilStopped(signal, () => client.get({ target: UNKNOWN_PATH }, first.operation));
  if (unknown.kind !== 'response' || unknown.status !== 404) return false;
  const want = essenceOf(unknown, UNKNOWN_PATH);
  return replies.every(({ operation, reply }) => essenceOf(reply, operation.path) === want);
}

/** Whether reads of unknown items get the same reply as an unknown path, too. */
async function areItemsMissing(
  operations: readonly Operation[],
  unknown: readonly FirstReply[],
  { client, signal }: Calls,
): Promise<boolean> {
  const [first] = unknown;
  const ofItems = operations.filter((operation) => isRead(operation) && pathTemplateOf(operation).names.length > 0);
  if (first === undefined) return false;
  const want = essenceOf(first.reply, first.operation.path);
  for (const operation of ofItems.slice(0, MOST_OPERATIONS)) {
    const target = operation.path.replaceAll(/\{[^{}]*\}/g, 'parity-no-such-item');
    const reply = await untilStopped(signal, () => client.get({ target }, operation));
    if (reply.kind !== 'response' || reply.status !== 404 || essenceOf(reply, target) !== want) return false;
  }
  return ofItems.length > 0;
}

/** A reply without the path of the request, and without the numbers and identifiers that differ in each reply. */
function essenceOf({ headers, body }: WireResponse, path: string): string {
  const bytes = isExcerpt(body) ? body.head : body;
  const text = Buffer.from(bytes).toString('latin1').replaceAll(path, '').replaceAll(path.slice(1), '');
  return `${essence(headerValue(headers, 'content-type'))} ${text.replaceAll(/[\da-f]{4,}|\d+/gi, '0')}`;
}

function isReader(contract: Contract, operation: Operation): boolean {
  return isRead(operation) && pathTemplateOf(operation).names.length === 0 && isValidInput(contract, operation, {});
}

function isRead(operation: Operation): boolean {
  return operation.method === 'get' && operation.servers === undefined && streamOf(operation) === undefined;
}

function namesOf(replies: readonly FirstReply[]): string {
  return replies.map(({ operation }) => operation.id).join(', ');
}

function refused(replies: readonly FirstReply[]): ParityError {
  return new ParityError(
    'credentials-refused',
    `the service answers 401 to the given credentials: ${namesOf(replies)}`,
    'Give credentials that the service accepts: `--token` or `--header`, or `token` or `credentials` in parity.config.ts. A configuration without `token` uses a random token, which a running service does not accept.',
  );
}

function missing(replies: readonly FirstReply[], { contract, url }: Pick<Checked, 'contract' | 'url'>): ParityError {
  const at = url === undefined ? '' : ` at ${url}`;
  const [server = ''] = serverUrls(contract.document).map((each) => each.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, ''));
  const path = server === '' || url?.endsWith(server) === true ? '/PATH' : server;
  return new ParityError(
    'base-path-wrong',
    `the service${at} answers 404 to operations of the contract, exactly as it does to an unknown path: ${namesOf(replies)}`,
    `Correct the URL of the service. If it offers its operations below a path, append the path: \`--url http://127.0.0.1:…${path}\`, or \`url\` of the service in parity.config.ts.`,
  );
}
