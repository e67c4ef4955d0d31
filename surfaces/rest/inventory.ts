import type { Contract } from '../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { Operation, Parameter } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { isSecured } from '../../contract/wire/request/credentials.js';
import { pathTemplateOf } from '../../contract/wire/request/encode.js';
import { NO_BODY, type RequestMessage, headerValue } from '../../contract/wire/message.js';
import { fillPathTemplate, matchPathTemplate } from '../../contract/wire/path-template.js';
import { serialiseParameter } from '../../contract/wire/serialise-parameter.js';
import type { InventoryEntry } from '../driver.js';
import type { HttpReply } from '../http/http-exchange.js';

type Methods = readonly string[] | 'not-found';
/** Sends a request with the credentials that the contract requires for the operation. */
type Send = (request: RequestMessage, operation: Operation) => Promise<HttpReply>;

/**
 * Finds out which methods each path of a service supports. It sends a request with a method that the contract does not
 * document for the path:
 * - The service should reply 405. The `Allow` header of this reply lists the supported methods (RFC 9110 §15.5.6).
 * - If the service replies 404, the path has no routes. But if this 404 differs from the 404 for a path that does not
 *   exist, the service may search for the item before it checks the method. The path then counts as supported.
 * Rejects with a `ParityError` (`inventory-unavailable`) if the service does not list its methods.
 */
export async function listRoutes(contract: Contract, send: Send): Promise<readonly InventoryEntry[]> {
  const paths = operationsByPath(contract);
  const answers: { readonly path: string; readonly methods: Methods }[] = [];
  for (const [path, operations] of paths)
    answers.push({ path, methods: await methodsOf(path, operations, contract, send) });
  // A service that never replies 405 may reply 404 to every unsupported method. All its paths would then seem not to
  // exist.
  if (answers.length > 0 && answers.every(({ methods }) => methods === 'not-found'))
    throw unavailable('the service replies 404, and not 405, to every method that a path does not support');
  return answers.flatMap(({ path, methods }) =>
    methods === 'not-found' ? [] : methods.map((method) => ({ name: `${method} ${path}` })),
  );
}

function operationsByPath(contract: Contract): ReadonlyMap<string, readonly Operation[]> {
  const paths = new Map<string, Operation[]>();
  for (const operation of contract.operations)
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  return paths;
}

/**
 * The methods that are sent to find out which methods a path supports, in this order. OPTIONS is first, because it is
 * safe (RFC 9110 §9.2.1). DELETE is last, because a service that supports it would delete something.
 */
const PROBES = ['OPTIONS', 'PATCH', 'PUT', 'POST', 'DELETE'];

async function methodsOf(
  path: string,
  operations: readonly Operation[],
  contract: Contract,
  send: Send,
): Promise<Methods> {
  const documented = new Map(operations.map((operation) => [operation.method.toUpperCase(), operation]));
  // The contract states no credentials for an undocumented method. The request gets the credentials of a documented
  // method of the same path, because services usually require the same credentials for all methods of a path.
  const alike = operations.find(isSecured) ?? operations[0];
  if (alike === undefined) throw new TypeError(`the contract has no operation at ${path}`);
  const target = probeTarget(operations, contract);
  const refusals: string[] = [];
  const absences: Absence[] = [];
  for (const method of PROBES.filter((probe) => !documented.has(probe))) {
    const reception = await send({ method, target, headers: [], body: NO_BODY }, alike);
    const allowed = allowedMethods(reception);
    if (allowed !== undefined) {
      const named: string[] = [];
      for (const name of allowed)
        if (documented.has(name) || (!IMPLIED.has(name) && (await isRoute(name, alike, target, contract, send))))
          named.push(name);
      return [
        ...named,
        ...(await unnamedMethods(
          [...documented].filter(([name]) => !named.includes(name)),
          target,
          send,
        )),
      ];
    }
    if (reception.kind === 'response' && reception.status === 404)
      absences.push({ method, text: absenceText(reception, target) });
    refusals.push(`${method} ${reception.kind === 'response' ? reception.status : reception.kind}`);
    if (reception.kind === 'response' && reception.status < 300 && method !== 'OPTIONS') break;
  }
  if (refusals.length > 0 && absences.length === refusals.length)
    return path.includes('{') && (await isOfItem(absences, alike, send)) ? [...documented.keys()] : 'not-found';
  throw unavailable(`no reply lists the methods of ${path} (${refusals.join(', ')})`);
}

/** A 404 reply to a request whose method the contract does not document. */
interface Absence {
  readonly method: string;
  readonly text: string;
}

/** A path that no service has. */
const NO_PATH = '/no-such-path-of-the-inventory';

/** Numbers and request ids in the text of a reply. They differ in every reply, so they are not compared. */
const ASSIGNED = /[\da-f-]{8,}|\d+/gi;

/**
 * The media type and the text of a 404 reply, for comparison with another 404. The path, numbers and identifiers are
 * removed from the text.
 */
function absenceText({ headers, body }: Extract<HttpReply, { readonly kind: 'response' }>, target: string): string {
  const text = Buffer.from('head' in body ? body.head : body)
    .toString('utf8')
    .replaceAll(target, '');
  return `${headerValue(headers, 'content-type') ?? ''} ${text.replaceAll(ASSIGNED, '')}`;
}

/**
 * True if the 404 replies differ from the 404 reply to a path that does not exist. They then mean that the item is
 * unknown, and not the path.
 */
async function isOfItem([first]: readonly Absence[], alike: Operation, send: Send): Promise<boolean> {
  if (first === undefined) return false;
  const reply = await send({ method: first.method, target: NO_PATH, headers: [], body: NO_BODY }, alike);
  return reply.kind === 'response' && reply.status === 404 && absenceText(reply, NO_PATH) !== first.text;
}

/**
 * The documented methods that the service supports although its `Allow` header does not list them: some frameworks list
 * only the methods of one handler. Each method is tried with a request, except DELETE, because the request might delete
 * something. DELETE counts as supported. If it is not, the cases of its operation report this.
 */
async function unnamedMethods(
  operations: readonly (readonly [method: string, Operation])[],
  target: string,
  send: Send,
): Promise<readonly string[]> {
  const served: string[] = [];
  for (const [method, operation] of operations) {
    if (method !== 'DELETE') {
      const reply = await send({ method, target, headers: [], body: NO_BODY }, operation);
      if (reply.kind !== 'response' || UNROUTED.has(reply.status)) continue;
    }
    served.push(method);
  }
  return served;
}

/**
 * True if the path supports a method that is in its `Allow` header but not in the contract. False if the contract has
 * the method at a different path template that also matches this path, because a router may list the methods of all
 * matching templates. For GET, which is safe, a request is sent to check it.
 */
async function isRoute(
  method: string,
  alike: Operation,
  target: string,
  contract: Contract,
  send: Send,
): Promise<boolean> {
  const isOfAnother = contract.operations.some(
    (other) => other.method.toUpperCase() === method && matchPathTemplate(pathTemplateOf(other), target) !== undefined,
  );
  if (isOfAnother || method !== 'GET') return !isOfAnother;
  const reply = await send({ method, target, headers: [], body: NO_BODY }, alike);
  return reply.kind !== 'response' || !UNROUTED.has(reply.status);
}

/** The statuses with which a service refuses a method that it does not support (RFC 9110 §15.5.6, §15.6.2). */
const UNROUTED: ReadonlySet<number> = new Set([405, 501]);

/** Methods that a framework may add to every path. They are not part of the interface of the service. */
const IMPLIED = new Set(['HEAD', 'OPTIONS']);

/**
 * The methods in the `Allow` header of a 405 reply, or of a successful reply to OPTIONS (RFC 9110 §9.3.7). `undefined`
 * for any other reply.
 */
function allowedMethods(reception: HttpReply): readonly string[] | undefined {
  if (reception.kind !== 'response' || (reception.status !== 405 && reception.status >= 300)) return undefined;
  const allow = headerValue(reception.headers, 'allow');
  if (allow === undefined) return undefined;
  const methods = [allow]
    .flat()
    .join(',')
    .split(',')
    .map((method) => method.trim().toUpperCase());
  return [...new Set(methods)].filter((method) => method !== '');
}

function probeTarget(operations: readonly Operation[], contract: Contract): string {
  const [operation] = operations;
  if (operation === undefined) return '/';
  const template = pathTemplateOf(operation);
  return fillPathTemplate(
    template,
    template.names.map((name) => {
      const parameter = operation.parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
      const serialised =
        parameter === undefined ? undefined : serialiseParameter(parameter, probeValue(parameter, contract));
      return serialised?.kind === 'text' ? serialised.text : PROBE_TEXT;
    }),
  );
}

const PROBE_TEXT = 'inventory-probe';

/** A valid value of a path parameter: an example, an enum value of its schema, or else a simple value of its type. */
function probeValue(parameter: Parameter, contract: Contract): Json {
  const schema = contract.schemas.at(parameter.schema);
  const listed = ownValue(schema, 'enum');
  const [first] = Array.isArray(listed) ? (listed as readonly Json[]) : [];
  const stated = parameter.examples[0]?.value ?? first ?? ownValue(schema, 'const');
  if (stated !== undefined) return stated;
  const number = isJsonObject(schema) && ['integer', 'number'].includes(String(schema['type']));
  return number ? (ownValue(schema, 'minimum') ?? 1) : PROBE_TEXT;
}

function unavailable(reason: string): ParityError {
  return new ParityError(
    'inventory-unavailable',
    `the routes of the service cannot be listed: ${reason}`,
    'Make the service reply with 405 and an Allow header to a method that a path does not support (RFC 9110 §15.5.6).',
  );
}
