import type { CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { documentsStatus, mayBeCreatedByPut } from '../../../contract/documented-responses.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import { linkedCall, setupCall } from '../../../contract/inputs/linked-calls.js';
import { type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import { parentPath, shapeOf } from '../../../contract/path-relations.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Backend, BackendInstance } from '../../backends/backend.js';
import type { FoundPaths } from '../../cases/values/found-items.js';
import type { KnownValues } from '../../cases/values/known-values.js';
import { DirectClient } from './lane/direct-client.js';
import { ItemSearch, exampledPaths, renamed } from './item-search.js';

/** The maximum number of items with which each operation is called. */
const MOST_TRIED = 4;
/** The maximum number of items that are searched for an operation in `reads`. */
const MOST_OF_READ = 8;
/**
 * Statuses with which a service refuses a call because of the state of the item, or answers that the state is already
 * the wanted one (304). If the contract documents such a status, the reply shows that the item exists.
 */
const ABOUT_STATE = [304, 409, 412, 428];

export interface InitialSubject {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly credentials: Omit<DirectClient['options'], 'contract'>;
  /** Reads for which several items are searched, even if a setup call can create an item. */
  readonly reads?: ReadonlySet<Operation>;
  /** Configured values of arguments, by name. */
  readonly values: ReadonlyMap<string, KnownValues>;
  /** Returns a valid input of an operation. The identifiers of found items replace its path arguments. */
  readonly inputOf: (operation: Operation) => CaseInput | undefined;
  readonly stopped: () => boolean;
  readonly signal: AbortSignal;
}

/**
 * Finds existing items for the path parameters without configured values. The candidates come from the lists of one
 * process of the service. A candidate is used for an operation if a call shows that the item exists, and if a second
 * process of the service has the item too. So an item must exist after every reset, and identifiers that differ between
 * processes are not used. All paths of one operation have the same parent items.
 */
export async function initialItems(subject: InitialSubject, backend: Backend): Promise<FoundPaths> {
  const wanted = subject.operations.filter(
    (operation) => subject.reads?.has(operation) === true || needsItem(subject, operation),
  );
  if (wanted.length === 0) return NONE;
  const found = await withInstance(subject, backend, NONE, async (instance) =>
    new InitialState(subject, instance).search(wanted),
  );
  if (found.size === 0) return NONE;
  return withInstance(subject, backend, NONE, async (instance) => new InitialState(subject, instance).confirmed(found));
}

const NONE: FoundPaths = new Map();

/**
 * Whether the operation needs an existing item for its path. It needs none if all path parameters have configured
 * values, or if a setup call can create the item.
 */
export function needsItem({ contract, values, inputOf }: InitialSubject, operation: Operation): boolean {
  const names = operation.parameters.flatMap(({ in: place, name }) => (place === 'path' ? name : []));
  if (names.every((name) => values.has(name))) return false;
  const linked = linkedCall(contract, operation);
  const [own, made] = [inputOf(operation), linked && inputOf(linked.source)];
  return linked === undefined || own === undefined || made === undefined
    ? own !== undefined
    : setupCall(contract, linked, own, made) === undefined;
}

/**
 * Starts a new process of the service, resets it and runs `work` on it. Returns `otherwise` if the service does not
 * start. The lanes report this error later.
 */
export async function withInstance<T>(
  { signal }: Pick<InitialSubject, 'signal'>,
  backend: Backend,
  otherwise: T,
  work: (instance: BackendInstance) => Promise<T>,
): Promise<T> {
  const instance = await backend.start(signal).catch(() => undefined);
  if (instance === undefined) return otherwise;
  try {
    await instance.reset?.();
    return await work(instance);
  } catch (error) {
    // If the reset fails, the lanes report the error.
    if (!(error instanceof ParityError)) throw error;
    return otherwise;
  } finally {
    await instance.stop();
  }
}

class InitialState {
  readonly #client: DirectClient;
  readonly #search: ItemSearch;

  constructor(
    private readonly subject: InitialSubject,
    private readonly instance: BackendInstance,
  ) {
    const { contract, credentials, inputOf, stopped } = subject;
    this.#client = new DirectClient({ ...credentials, contract }, instance.respond);
    this.#search = new ItemSearch(contract, this.#client, inputOf, stopped);
  }

  async search(wanted: readonly Operation[]): Promise<FoundPaths> {
    const found = new Map<OperationId, readonly JsonObject[]>();
    for (const operation of wanted) {
      const most = this.subject.reads?.has(operation) === true ? MOST_OF_READ : MOST_TRIED;
      const tried = (await this.#candidates(operation)).filter((path) => this.#isPermitted(path)).slice(0, most);
      const accepted: JsonObject[] = [];
      for (const path of tried) if (await this.#exists(operation, path)) accepted.push(path);
      const [first] = accepted;
      if (first !== undefined)
        found.set(
          operation.id,
          accepted.filter((path) => hasSameParents(path, first)),
        );
    }
    return found;
  }

  /** Returns only the paths that also exist in this process of the service. */
  async confirmed(found: FoundPaths): Promise<FoundPaths> {
    const confirmed = new Map<OperationId, readonly JsonObject[]>();
    for (const operation of this.subject.operations) {
      const paths: JsonObject[] = [];
      for (const path of found.get(operation.id) ?? []) if (await this.#exists(operation, path)) paths.push(path);
      if (paths.length > 0) confirmed.set(operation.id, paths);
    }
    return confirmed;
  }

  /**
   * Paths of items that may exist. If the operation itself does not read items, the paths come from a GET with the same
   * path parameters. For a PUT that may create its item, a new path below an existing parent is added. The path with
   * the examples of the contract comes last.
   */
  async #candidates(operation: Operation): Promise<readonly JsonObject[]> {
    const own = await this.#search.paths(operation);
    if (own.length > 0) return own;
    const reads = this.subject.contract.operations.filter(
      ({ method, path }) => method === 'get' && itemPath(path) === itemPath(operation.path),
    );
    for (const read of reads) {
      const paths = await this.#search.paths(read);
      if (paths.length > 0) return paths;
    }
    return [...(await this.#newPaths(operation)), ...exampledPaths(this.subject.contract, operation)];
  }

  /** For a PUT that may create its item: one path below each existing parent. The last parameter has a valid value. */
  async #newPaths(operation: Operation): Promise<readonly JsonObject[]> {
    const { contract, inputOf } = this.subject;
    const name = mayBeCreatedByPut(contract.operations, operation);
    const value = ownValue(inputOf(operation)?.path ?? null, name ?? '');
    const above = shapeOf(itemPath(parentPath(operation.path)));
    const read = contract.operations.find(({ method, path }) => method === 'get' && shapeOf(path) === above);
    if (name === undefined || value === undefined || read === undefined) return [];
    const parents = await this.#search.paths(read);
    return parents.map((parent) => ({ ...renamed(parent, read.path, operation.path), [name]: value }));
  }

  #isPermitted(path: JsonObject): boolean {
    return Object.entries(path).every(([name, value]) => this.subject.values.get(name)?.known.includes(value) ?? true);
  }

  /**
   * Whether the reply of the service shows that the item exists. If the call may change the state, the service is reset
   * afterwards.
   */
  async #exists(operation: Operation, path: JsonObject): Promise<boolean> {
    const { contract, inputOf, stopped } = this.subject;
    const input = { ...inputOf(operation), path };
    if (stopped() || !isValidInput(contract, operation, input)) return false;
    const reply = await this.#client.call(operation, input);
    if (!isSafeMethod(operation.method)) await this.instance.reset?.();
    if (reply?.kind !== 'response') return false;
    const isAboutState = ABOUT_STATE.includes(reply.status) && documentsStatus(operation, reply.status);
    return isSuccess(reply.status) || isAboutState || reply.status >= 500;
  }
}

/** The part of a path up to the end of its last parameter. */
function itemPath(path: string): string {
  return path.slice(0, path.lastIndexOf('}') + 1);
}

/** Whether two paths have the same values for all parameters except the last one. */
function hasSameParents(one: JsonObject, other: JsonObject): boolean {
  return Object.keys(one)
    .slice(0, -1)
    .every((name) => ownValue(one, name) === ownValue(other, name));
}
