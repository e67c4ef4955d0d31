import { isValidInput } from '../../contract/cases/input-violations.js';
import type { CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { ownValue } from '../../contract/json.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import { type Credentials, withConfiguredCredentials } from '../../contract/wire/credentials.js';
import { encodeRequest } from '../../contract/wire/encode.js';
import { parseJson } from '../../contract/wire/split-request.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { KeptState } from '../../surfaces/observation.js';
import type { Responder } from '../tap/tap.js';

/** A collection of more pages is looked at as far as these. */
const MAX_PAGES = 100;

/** Pages of a collection that tell whether something came or went: what is added stands at one of its ends. */
interface Ends {
  readonly reader: OperationId;
  readonly requests: readonly Request[];
  readonly texts: readonly string[];
}

interface Request {
  readonly operation: Operation;
  readonly input: CaseInput;
}

/**
 * Looks past a surface at what the service keeps: the collection that a refused call would have changed, before and after it.
 * A collection that reads differently every time tells nothing, and is let be.
 */
export class StateProbe {
  readonly #ends = new Map<OperationId, Ends | undefined>();

  constructor(
    private readonly options: Credentials & { readonly contract: Contract },
    private readonly respond: Responder,
  ) {}

  /** Reads the collection once; for a time at which the service is as it was started. */
  async prepare(operation: Operation): Promise<void> {
    if (this.#ends.has(operation.id)) return;
    const reader = readerOf(this.options.contract, operation);
    this.#ends.set(operation.id, undefined);
    const ends = reader && (await this.#endsOf(reader));
    if (ends !== undefined && sameTexts(ends.texts, await this.#texts(ends.requests))) this.#ends.set(operation.id, ends);
  }

  /** `undefined` where the call was not refused, or nothing can be told. */
  async after(operation: Operation, reply: WireResponse | undefined): Promise<KeptState | undefined> {
    const ends = this.#ends.get(operation.id);
    if (ends === undefined || reply === undefined || reply.status < 400 || reply.status > 499) return undefined;
    const texts = await this.#texts(ends.requests);
    return texts === undefined ? undefined : { reader: ends.reader, before: ends.texts, after: texts };
  }

  /** The first page and the last, found by the link of the contract that leads from a page to the next. */
  async #endsOf(reader: Operation): Promise<Ends | undefined> {
    const first: Request = { operation: reader, input: {} };
    const text = await this.#text(first);
    if (text === undefined) return undefined;
    const last = await this.#lastAfter(reader, text);
    if (last === undefined) return { reader: reader.id, requests: [first], texts: [text] };
    return { reader: reader.id, requests: [first, last.request], texts: [text, last.text] };
  }

  async #lastAfter(reader: Operation, first: string): Promise<{ readonly request: Request; readonly text: string } | undefined> {
    let last: { readonly request: Request; readonly text: string } | undefined;
    for (let page = 1; page < MAX_PAGES; page += 1) {
      const input = nextInput(reader, last?.text ?? first);
      const request = input && { operation: reader, input };
      const text = request && (await this.#text(request));
      if (request === undefined || text === undefined) break;
      last = { request, text };
    }
    return last;
  }

  async #texts(requests: readonly Request[]): Promise<readonly string[] | undefined> {
    const texts: string[] = [];
    for (const request of requests) {
      const text = await this.#text(request);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return texts;
  }

  async #text({ operation, input }: Request): Promise<string | undefined> {
    const encoded = encodeRequest(operation, input);
    if (encoded.kind !== 'request') return undefined;
    const { method, target, headers, body } = withConfiguredCredentials(encoded, operation, this.options);
    const reply = await this.respond({ method, target, headers, body });
    return reply.kind === 'response' && reply.status === 200 ? Buffer.from(reply.body).toString() : undefined;
  }
}

/** What reads the collection that a call would add to: GET of the same path, as plain as can be. */
function readerOf(contract: Contract, { method, path, parameters }: Operation): Operation | undefined {
  if (method === 'get' || method === 'head' || parameters.some((parameter) => parameter.in === 'path')) return undefined;
  return contract.operations.find((known) => known.method === 'get' && known.path === path && isValidInput(contract, known, {}));
}

/** What a link from an operation to itself makes of its reply: the query of the page that follows, where there is one. */
function nextInput({ id, responses }: Operation, text: string): CaseInput | undefined {
  const links = responses.flatMap((response) => response.links).filter(({ operation }) => operation === id);
  for (const [name, expression] of links.flatMap(({ parameters }) => [...parameters])) {
    const member = /^\$response\.body#\/([^/~]+)$/.exec(expression)?.[1];
    const value = member === undefined ? undefined : ownValue(parseJson(Buffer.from(text)) ?? null, member);
    if (typeof value === 'string') return { query: { [name.replace(/^query\./, '')]: value } };
  }
  return undefined;
}

function sameTexts(one: readonly string[], other: readonly string[] | undefined): boolean {
  return other !== undefined && one.every((text, index) => text === other[index]);
}
