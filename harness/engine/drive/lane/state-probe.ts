import { anyElement } from '../../../../contract/json/json-pointer.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import type { Case, CaseInput } from '../../../../contract/case.js';
import { itemList } from '../../../../contract/collections/item-list.js';
import type { Contract } from '../../../../contract/contract.js';
import { documentsStatus } from '../../../../contract/documented-responses.js';
import { canonicalJson } from '../../../../contract/json/canonical-json.js';
import type { Operation, OperationId } from '../../../../contract/operation.js';
import { isEqualPath, pathAbove } from '../../../../contract/path-relations.js';
import type { Exchange, WireResponse } from '../../../../surfaces/exchange.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { parseJsonText } from '../../../../contract/wire/request/split-request.js';
import { jsonDifferences } from '../../../../rules/values/json-difference.js';
import { replyContent, replyJson } from '../../../../rules/reply.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { KeptState, LocatedResource, Observation } from '../../../../surfaces/observation.js';
import type { InitialState } from './initial-state.js';
import { type ServerPlace, locationOf } from './located-resource.js';
import { type DirectClient, nextPage } from './direct-client.js';

/** The maximum number of pages that are read to find the last page of a collection. */
const MAX_PAGES = 100;
/**
 * The maximum number of pages that are read after the page of a case. If a service returns wrong next pages, the first
 * few pages show this.
 */
const MAX_FOLLOWED = 8;

/** The first and the last page of a collection. New elements appear on one of these two pages. */
interface Ends {
  readonly reader: Operation;
  readonly inputs: readonly CaseInput[];
  readonly texts: readonly string[];
  /** The number of resets before the first and the last page were read. */
  readonly resets: number;
}

/**
 * The number of additional resets, after each of which a collection is read again. These reads show whether a call or a
 * reset changed the collection.
 */
const RESETS = 2;

/** The maximum number of paths whose collection is watched for one operation. */
const MOST_FOUND = 8;
/** The maximum number of paths without a collection that are tried for one operation. */
const MOST_NOT_FOUND = 30;

/** The collections that one operation would change, and the operations that read them. */
interface Known {
  /**
   * The operations that may read one of the collections that the call would change. They are found once and stored,
   * because they are needed for every call.
   */
  readonly readers: readonly Operation[];
  /**
   * The first and the last page of each collection, by the path arguments of the calls that would change it.
   * `undefined` if the collection cannot be used.
   */
  readonly ends: Map<string, Ends | undefined>;
}

/** Reads the state of the service directly, without a surface. */
export class StateProbe {
  readonly #known = new Map<OperationId, Known>();
  /** For each operation that reads the state, the places at which two resets restored different values. */
  readonly unequal = new Map<OperationId, Set<string>>();

  constructor(
    private readonly client: DirectClient,
    private readonly state: Pick<InitialState, 'reset' | 'resets'>,
    private readonly server: ServerPlace = {},
  ) {}

  /**
   * Returns what was read after a call: the next pages of a list, the resource at the `Location` in the reply, and, if
   * the service refused the call, the state before and after it.
   */
  async after(
    operation: Operation,
    toRun: Case,
    { request, response: reply }: Exchange,
  ): Promise<Pick<Observation, 'kept' | 'pages' | 'located'>> {
    if (reply.kind !== 'response') return {};
    const kept = await this.keptAfter(operation, reply, toRun.input);
    const pages = await this.pagesAfter(operation, toRun, reply);
    const located = await this.locatedAfter(operation, request.target, reply);
    return { ...(kept && { kept }), ...(pages.length > 0 && { pages }), ...(located && { located }) };
  }

  /**
   * Reads the collection that a call would change. The service must be in the initial state. If two reads differ
   * without a reset, the collection cannot show changes, so it is ignored. If two resets restore different values, the
   * collection is read again after each reset. A collection below a path parameter is read with the path arguments of
   * the call.
   */
  async prepare(operation: Operation, { path = {} }: CaseInput = {}): Promise<void> {
    const { contract } = this.client.options;
    const known = this.#known.get(operation.id) ?? { readers: readersOf(contract, operation), ends: new Map() };
    this.#known.set(operation.id, known);
    const { readers, ends } = known;
    if (readers.length === 0) return;
    const key = canonicalJson(path);
    const old = ends.get(key);
    const isOld = old !== undefined && this.unequal.has(old.reader.id) && old.resets !== this.state.resets;
    if (ends.has(key) && !isOld) return;
    const read = readWith(contract, readers, path);
    if (read === undefined || (!isOld && isFull(known))) return;
    ends.set(key, undefined);
    const own = await this.#endsOf(read);
    if (own !== undefined && isSame(own.texts, await this.#texts(own))) ends.set(key, own);
  }

  /**
   * Returns the state before and after a call that the service refused. `undefined` if the service accepted the call.
   * Also `undefined` if a reset ran between the two reads and resets restore different values, because the states
   * cannot be compared.
   */
  async keptAfter(
    operation: Operation,
    { status }: WireResponse,
    { path = {} }: CaseInput = {},
  ): Promise<KeptState | undefined> {
    if (status < 400 || status > 499) return undefined;
    const ends = this.#known.get(operation.id)?.ends.get(canonicalJson(path));
    if (ends === undefined) return undefined;
    const texts = await this.#texts(ends);
    if (texts === undefined) return undefined;
    const isCertain = isSame(texts, ends.texts) || ends.resets === this.state.resets;
    if (!isCertain && (await this.#differsByReset(ends))) return undefined;
    return { reader: ends.reader.id, before: ends.texts, after: texts };
  }

  async #differsByReset(ends: Ends): Promise<boolean> {
    for (let count = 0; count < RESETS; count += 1) {
      await this.state.reset();
      const texts = await this.#texts(ends);
      if (isSame(ends.texts, texts)) continue;
      const places = this.unequal.get(ends.reader.id) ?? new Set();
      this.unequal.set(ends.reader.id, places);
      for (const [index, text] of (texts ?? []).entries())
        for (const { pointer } of jsonDifferences(parseJsonText(ends.texts[index] ?? ''), parseJsonText(text)))
          places.add(anyElement(pointer));
      return true;
    }
    return false;
  }

  /** Reads the pages after the reply to a case. Follows the links in the contract. */
  async pagesAfter(operation: Operation, { input }: Case, reply: WireResponse): Promise<readonly WireResponse[]> {
    const pages: WireResponse[] = [];
    let at: CaseInput | undefined = isSuccess(reply.status) ? nextPage(operation, input, reply) : undefined;
    while (at !== undefined && pages.length < MAX_FOLLOWED) {
      const page = await this.client.call(operation, at);
      if (page?.kind !== 'response') break;
      pages.push(page);
      at = isSuccess(page.status) ? nextPage(operation, at, page) : undefined;
    }
    return pages;
  }

  /** Requests the URL in the `Location` header of the reply to a create. */
  async locatedAfter(operation: Operation, target: string, reply: WireResponse): Promise<LocatedResource | undefined> {
    const location = locationOf(this.client.options.contract, operation, target, reply, this.server);
    if (location === undefined) return undefined;
    const { isCollection, atOrigin, lacksPort } = location;
    const found = await this.client.get(location, location.operation ?? operation);
    if (found.kind !== 'response') return undefined;
    const outside = { ...(atOrigin && { outside: this.server.basePath ?? '' }), ...(lacksPort && { lacksPort }) };
    const value = locatedValue(found);
    const { status } = found;
    return { target: location.target, status, isCollection, ...outside, ...(value !== undefined && { value }) };
  }

  /** Reads the first page and the last page of a collection. */
  async #endsOf({ reader, input }: Read): Promise<Ends | undefined> {
    const { resets } = this.state;
    const inputs: CaseInput[] = [input];
    const texts: string[] = [];
    for (let at: CaseInput | undefined = input, count = 0; at !== undefined && count < MAX_PAGES; count += 1) {
      const page = await this.#page(reader, at);
      const text = page && textOf(page);
      if (page === undefined || text === undefined) return undefined;
      texts.splice(1, 1, text);
      inputs.splice(texts.length - 1, 1, at);
      at = nextPage(reader, at, page);
    }
    return { reader, inputs, texts, resets };
  }

  async #texts({ reader, inputs }: Ends): Promise<readonly string[] | undefined> {
    const texts: string[] = [];
    for (const input of inputs) {
      const page = await this.#page(reader, input);
      const text = page && textOf(page);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return texts;
  }

  async #page(reader: Operation, input: CaseInput): Promise<WireResponse | undefined> {
    const reply = await this.client.call(reader, input);
    return reply?.kind === 'response' && reply.status === 200 ? reply : undefined;
  }
}

/** The maximum size of a page in bytes. For each refused call, the texts of its pages are stored twice. */
const MOST_TEXT_BYTES = 64 * 1024;

function textOf(page: WireResponse): string | undefined {
  const content = replyContent(page);
  return content === undefined || content.byteLength > MOST_TEXT_BYTES ? undefined : Buffer.from(content).toString();
}

/** The JSON of a successful reply to a GET of a `Location`, if it is not too large. */
function locatedValue(reply: WireResponse): Json | undefined {
  return isSuccess(reply.status) && textOf(reply) !== undefined ? replyJson(reply) : undefined;
}

/** A read of a collection: the operation, and its input for the first page. */
interface Read {
  readonly reader: Operation;
  readonly input: CaseInput;
}

/**
 * The operations that may read the collection which a call would change:
 * - the GETs of the same path;
 * - for a create of several items, as at `/items/batch`, also the GET of the path above.
 * Empty for a call below a path parameter that creates no item, such as an action. It may change its item although it
 * is refused: for example, the item may count failed attempts.
 */
function readersOf(contract: Contract, operation: Operation): readonly Operation[] {
  const { method, path } = operation;
  const isBelow = operation.parameters.some((parameter) => parameter.in === 'path');
  const isCreate = method === 'post' && documentsStatus(operation, 201);
  if (method === 'get' || method === 'head' || (isBelow && !isCreate)) return [];
  const readersAt = (at: string): readonly Operation[] =>
    contract.operations.filter((reader) => reader.method === 'get' && isEqualPath(reader.path, at));
  const above = pathAbove(path);
  const lists = isCreate && above !== path ? readersAt(above).filter((each) => itemList(contract, each)) : [];
  return [...readersAt(path), ...lists];
}

/** Returns the first of the operations `readers` that needs no arguments besides the given path arguments. */
function readWith(contract: Contract, readers: readonly Operation[], given: JsonObject): Read | undefined {
  for (const reader of readers) {
    const names = reader.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const path = Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
    const input: CaseInput = names.length === 0 ? {} : { path };
    if (isValidInput(contract, reader, input)) return { reader, input };
  }
  return undefined;
}

/** Whether the collections of an operation have reached the limits `MOST_FOUND` or `MOST_NOT_FOUND`. */
function isFull({ ends }: Known): boolean {
  const found = [...ends.values()].filter((each) => each !== undefined).length;
  return found >= MOST_FOUND || ends.size - found >= MOST_NOT_FOUND;
}

function isSame(one: readonly string[], other: readonly string[] | undefined): boolean {
  return other !== undefined && one.every((text, index) => text === other[index]);
}
