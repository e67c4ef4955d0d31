import type { CaseInput } from '../../../contract/case.js';
import { itemIds } from '../../../contract/inputs/item-ids.js';
import { resourceId } from '../../../contract/inputs/located-id.js';
import type { Contract } from '../../../contract/contract.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import { statedExamples } from '../../../contract/inputs/stated-examples.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import { plainPath, shapeOf } from '../../../contract/path-relations.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import { replyJson } from '../../../rules/reply.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { DirectClient } from './lane/direct-client.js';

/**
 * The maximum number of calls of the whole search, and of failed calls. A service may be slow or have many operations.
 */
const MOST_CALLS = 200;
const MOST_FAILURES = 3;
/** The maximum number of parent items for which the lists of child items are read. */
const MOST_PARENTS = 3;
/** The maximum number of values of one member that are tried as an identifier. */
const MOST_TRIED = 4;
const MOST_FOUND = 8;

/**
 * Finds items that exist in a running service. For each operation that reads an item, the search calls the GET one path
 * segment above, which lists the items. It takes possible identifiers from the reply, and tries each of them in a call.
 * If this finds no item, it tries the examples of the path parameters. It sends only safe requests.
 */
export class ItemSearch {
  readonly #known = new Map<OperationId, Promise<readonly JsonObject[]>>();
  #calls = 0;
  #failures = 0;

  constructor(
    private readonly contract: Contract,
    private readonly client: Pick<DirectClient, 'call'>,
    /** Returns a valid input of an operation. Its required arguments are used. */
    private readonly inputOf: (operation: Operation) => CaseInput | undefined,
    private readonly stopped: () => boolean,
  ) {}

  /** The path arguments of existing items that the operation can read. Empty if no item is found. */
  paths(operation: Operation): Promise<readonly JsonObject[]> {
    const known = this.#known.get(operation.id) ?? this.#search(operation);
    this.#known.set(operation.id, known);
    return known;
  }

  async #search(operation: Operation): Promise<readonly JsonObject[]> {
    const last = lastParameter(operation.path);
    if (!isSafeMethod(operation.method) || last === undefined) return [];
    const listed = await this.#listed(operation, last);
    if (listed.length > 0) return listed;
    const found: JsonObject[] = [];
    for (const path of exampledPaths(this.contract, operation))
      if (this.#isValid(operation, path) && (await this.#call(operation, path)) !== undefined) found.push(path);
    return found;
  }

  async #listed(operation: Operation, last: LastParameter): Promise<readonly JsonObject[]> {
    const listAt = (above: string): Operation | undefined =>
      this.contract.operations.find(
        ({ method, path }) => method === 'get' && shapeOf(plainPath(path)) === shapeOf(above),
      );
    // In the style of Docker, `/containers/json` lists the items of `/containers/{id}/json`.
    const list = listAt(last.above) ?? listAt(last.above + last.below);
    if (list === undefined) return [];
    const found: JsonObject[] = [];
    for (const parent of await this.#parents(list)) {
      const reply = await this.#call(list, parent);
      const ids = reply === undefined ? [] : itemIds(replyJson(reply) ?? null, last.name);
      const above = renamed(parent, list.path, operation.path);
      found.push(...(await this.#confirmed(operation, ids, (id) => ({ ...above, [last.name]: id }))));
      if (found.length >= MOST_FOUND) break;
    }
    return found.slice(0, MOST_FOUND);
  }

  async #parents(list: Operation): Promise<readonly JsonObject[]> {
    return list.path.includes('{') ? (await this.paths(list)).slice(0, MOST_PARENTS) : [{}];
  }

  /**
   * Tries the values of each member as identifiers, member by member. Returns the paths for the first member whose
   * values are identifiers.
   */
  async #confirmed(
    operation: Operation,
    groups: readonly (readonly Json[])[],
    pathOf: (id: Json) => JsonObject,
  ): Promise<readonly JsonObject[]> {
    const itemPath = operation.path.slice(0, operation.path.lastIndexOf('}') + 1);
    for (const ids of groups) {
      const paths: JsonObject[] = [];
      for (const id of ids.slice(0, MOST_FOUND)) {
        if (paths.length === 0 && ids.indexOf(id) >= MOST_TRIED) break;
        const named = resourceId(id, { path: itemPath, type: 'string' });
        const own = named ?? id;
        const path = [own, String(own), Number(own)].map(pathOf).find((each) => this.#isValid(operation, each));
        if (path !== undefined && (await this.#call(operation, path)) !== undefined) paths.push(path);
      }
      if (paths.length > 0) return paths;
    }
    return [];
  }

  #isValid(operation: Operation, path: JsonObject): boolean {
    return isValidInput(this.contract, operation, { ...this.inputOf(operation), path });
  }

  /** Calls the operation. Returns the reply if its status is a success, otherwise `undefined`. */
  async #call(operation: Operation, path: JsonObject): Promise<WireResponse | undefined> {
    if (this.stopped() || this.#calls >= MOST_CALLS || this.#failures >= MOST_FAILURES) return undefined;
    this.#calls += 1;
    const reply = await this.client.call(operation, { ...this.inputOf(operation), path });
    if (reply?.kind === 'failed') this.#failures += 1;
    return reply?.kind === 'response' && isSuccess(reply.status) ? reply : undefined;
  }
}

/** The path with the first example of each parameter. Empty if a parameter has no example. */
export function exampledPaths({ schemas }: Contract, { parameters }: Operation): readonly JsonObject[] {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const values = inPath.flatMap((parameter) =>
    statedExamples(schemas, parameter)
      .slice(0, 1)
      .map((value) => [parameter.name, value] as const),
  );
  return values.length < inPath.length || inPath.length === 0 ? [] : [Object.fromEntries(values)];
}

interface LastParameter {
  readonly name: string;
  /** The path of the list operation: the part before the path segment of the parameter. */
  readonly above: string;
  /** The part after the parameter, such as `/json`; empty if the path ends with the parameter. */
  readonly below: string;
}

/**
 * The last path parameter that fills a whole segment of the path, as in `/vans/{van}`, or is a key in parentheses as in
 * OData (`/vans({van})`).
 */
function lastParameter(path: string): LastParameter | undefined {
  const [, above = '', name, below = ''] = /^(.*)\/\{([^/{}]+)\}((?:\/[^{}]*)?)$/.exec(plainPath(path)) ?? [];
  return name === undefined ? undefined : { above, name, below };
}

/**
 * Renames the path parameters of one path to those of another path. Parameters at the same position correspond to each
 * other.
 */
export function renamed(values: JsonObject, from: string, to: string): JsonObject {
  const [own, other] = [from, to].map((path) => [...path.matchAll(/\{([^/{}]*)\}/g)].map((match) => match[1] ?? ''));
  return Object.fromEntries(
    (own ?? []).flatMap((name, index) => {
      const value = values[name];
      const place = other?.[index];
      return value === undefined || place === undefined ? [] : [[place, value] as const];
    }),
  );
}
