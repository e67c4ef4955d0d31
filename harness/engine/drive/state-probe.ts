import { isValidInput } from '../../../contract/inputs/input-violations.js';
import type { Case, CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { replyContent } from '../../../rules/reply.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { KeptState } from '../../../surfaces/observation.js';
import { type PastSurface, nextPage } from './past-surface.js';

/** A collection of more pages is looked at as far as these. */
const MAX_PAGES = 100;
/** So many pages after that of a case: what goes wrong between two of them shows soon. */
const MAX_FOLLOWED = 8;

/** Pages of a collection that tell whether something came or went: what is added stands at one of its ends. */
interface Ends {
  readonly reader: Operation;
  readonly inputs: readonly CaseInput[];
  readonly texts: readonly string[];
}

/** Looks past a surface at what the service keeps. */
export class StateProbe {
  readonly #ends = new Map<OperationId, Ends | undefined>();

  constructor(private readonly past: PastSurface) {}

  /**
   * Reads the collection that a call would change; for a time at which the service is as it was started. One that reads
   * differently every time tells nothing, and is let be.
   */
  async prepare(operation: Operation): Promise<void> {
    if (this.#ends.has(operation.id)) return;
    const reader = readerOf(this.past.options.contract, operation);
    this.#ends.set(operation.id, undefined);
    const ends = reader && (await this.#endsOf(reader));
    if (ends !== undefined && isSame(ends.texts, await this.#texts(ends))) this.#ends.set(operation.id, ends);
  }

  /** What was kept before and after a call that was refused; `undefined` where it was not, or nothing can be told. */
  async keptAfter(operation: Operation, { status }: WireResponse): Promise<KeptState | undefined> {
    const ends = this.#ends.get(operation.id);
    if (ends === undefined || status < 400 || status > 499) return undefined;
    const texts = await this.#texts(ends);
    return texts === undefined ? undefined : { reader: ends.reader.id, before: ends.texts, after: texts };
  }

  /** The pages that follow the reply to a case, by the link of the contract that leads from a page to the next. */
  async pagesAfter(operation: Operation, { input }: Case, reply: WireResponse): Promise<readonly WireResponse[]> {
    const pages: WireResponse[] = [];
    let at: CaseInput | undefined = isSuccess(reply.status) ? nextPage(operation, input, reply) : undefined;
    while (at !== undefined && pages.length < MAX_FOLLOWED) {
      const page = await this.past.call(operation, at);
      if (page?.kind !== 'response') break;
      pages.push(page);
      at = isSuccess(page.status) ? nextPage(operation, at, page) : undefined;
    }
    return pages;
  }

  /** The first page and the last. */
  async #endsOf(reader: Operation): Promise<Ends | undefined> {
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
    return { reader, inputs, texts };
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
    const reply = await this.past.call(reader, input);
    return reply?.kind === 'response' && reply.status === 200 ? reply : undefined;
  }
}

/** Two texts of each page are kept with every refused call: long ones show no more. */
const MOST_TEXT_BYTES = 64 * 1024;

function textOf(page: WireResponse): string | undefined {
  const content = replyContent(page);
  return content === undefined || content.byteLength > MOST_TEXT_BYTES ? undefined : Buffer.from(content).toString();
}

/** What reads the collection that a call would add to: GET of the same path, as plain as can be. */
function readerOf(contract: Contract, { method, path, parameters }: Operation): Operation | undefined {
  if (method === 'get' || method === 'head' || parameters.some((parameter) => parameter.in === 'path')) return undefined;
  return contract.operations.find((known) => known.method === 'get' && known.path === path && isValidInput(contract, known, {}));
}

function isSame(one: readonly string[], other: readonly string[] | undefined): boolean {
  return other !== undefined && one.every((text, index) => text === other[index]);
}
