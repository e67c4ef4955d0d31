import { anyElement } from '../../../../contract/json/json-pointer.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation, OperationId } from '../../../../contract/operation.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { parseJsonText } from '../../../../contract/wire/request/split-request.js';
import { jsonDifferences } from '../../../../rules/values/json-difference.js';
import { replyContent } from '../../../../rules/reply.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { KeptState, LocatedResource } from '../../../../surfaces/observation.js';
import type { InitialState } from './initial-state.js';
import { locationOf } from './located-resource.js';
import { type DirectClient, nextPage } from './direct-client.js';

/** The maximum number of pages that are read to find the last page of a collection. */
const MAX_PAGES = 100;
/**
 * The maximum number of pages that are read after the page of a case. A fault at the boundary of pages shows on the
 * first few pages.
 */
const MAX_FOLLOWED = 8;

/** The first and the last page of a collection. New elements appear on one of these two pages. */
interface Ends {
  readonly reader: Operation;
  readonly inputs: readonly CaseInput[];
  readonly texts: readonly string[];
  /** The number of resets before these pages were read. */
  readonly resets: number;
}

/**
 * The number of resets after which a collection is read again. This shows whether a call or a reset changed the
 * collection.
 */
const RESETS = 2;

/** Reads the state of the service directly, without a surface. */
export class StateProbe {
  readonly #ends = new Map<OperationId, Ends | undefined>();
  /** For each operation that reads the state: the places whose values differed after two resets. */
  readonly unequal = new Map<OperationId, Set<string>>();

  constructor(
    private readonly client: DirectClient,
    private readonly state: Pick<InitialState, 'reset' | 'resets'>,
    private readonly basePath = '',
  ) {}

  /**
   * Reads the collection that a call would change. Must be called in the initial state. If two reads differ, the
   * collection cannot show changes, and is ignored. If the collection differs after two resets, it is read anew after
   * each reset.
   */
  async prepare(operation: Operation): Promise<void> {
    const known = this.#ends.get(operation.id);
    const isOld = known !== undefined && this.unequal.has(known.reader.id) && known.resets !== this.state.resets;
    if (this.#ends.has(operation.id) && !isOld) return;
    const reader = readerOf(this.client.options.contract, operation);
    this.#ends.set(operation.id, undefined);
    const ends = reader && (await this.#endsOf(reader));
    if (ends !== undefined && isSame(ends.texts, await this.#texts(ends))) this.#ends.set(operation.id, ends);
  }

  /**
   * Returns the state before and after a refused call. `undefined` if the call was not refused. Also `undefined` if the
   * states cannot be compared, because there was a reset between the two reads and resets restore different values.
   */
  async keptAfter(operation: Operation, { status }: WireResponse): Promise<KeptState | undefined> {
    const ends = this.#ends.get(operation.id);
    if (ends === undefined || status < 400 || status > 499) return undefined;
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

  /** Reads the pages that follow the reply to a case, by the links of the contract. */
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
    const location = locationOf(this.client.options.contract, operation, target, reply, this.basePath);
    if (location === undefined) return undefined;
    const { isCollection, atOrigin } = location;
    const found = await this.client.get(location, location.operation ?? operation);
    const outside = atOrigin && { outside: this.basePath };
    return found.kind === 'response'
      ? { target: location.target, status: found.status, isCollection, ...outside }
      : undefined;
  }

  /** Reads the first page and the last page of a collection. */
  async #endsOf(reader: Operation): Promise<Ends | undefined> {
    const { resets } = this.state;
    const inputs: CaseInput[] = [{}];
    const texts: string[] = [];
    for (let at: CaseInput | undefined = {}, count = 0; at !== undefined && count < MAX_PAGES; count += 1) {
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

/** The maximum size of a page in bytes. Each refused call stores the texts of its pages twice. */
const MOST_TEXT_BYTES = 64 * 1024;

function textOf(page: WireResponse): string | undefined {
  const content = replyContent(page);
  return content === undefined || content.byteLength > MOST_TEXT_BYTES ? undefined : Buffer.from(content).toString();
}

/** The operation that reads the collection that a call would change: a GET of the same path that needs no arguments. */
function readerOf(contract: Contract, { method, path, parameters }: Operation): Operation | undefined {
  if (method === 'get' || method === 'head' || parameters.some((parameter) => parameter.in === 'path'))
    return undefined;
  return contract.operations.find(
    (known) => known.method === 'get' && known.path === path && isValidInput(contract, known, {}),
  );
}

function isSame(one: readonly string[], other: readonly string[] | undefined): boolean {
  return other !== undefined && one.every((text, index) => text === other[index]);
}
