import type { CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { fedInput, linkedNext } from '../../../../contract/inputs/link-expressions.js';
import { valueAt } from '../../../../contract/json/json-pointer.js';
import type { Operation } from '../../../../contract/operation.js';
import { type Credentials, withConfiguredCredentials } from '../../../../contract/wire/request/credentials.js';
import { NO_BODY, type RequestMessage } from '../../../../contract/wire/message.js';
import { encodeRequest } from '../../../../contract/wire/request/encode.js';
import { replyJson } from '../../../../rules/reply.js';
import type { FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import type { Responder } from '../../../tap/tap.js';

/** After this many calls of one kind without a reply, calls of this kind are no longer made. */
const MOST_UNANSWERED = 3;

/**
 * Counts the harness's own calls without a reply from the service, by kind of call. Once a kind reaches the maximum,
 * its calls are skipped, because each would take the whole time limit. The cases of the operation report the fault.
 */
export class UnansweredCalls {
  readonly #counts = new Map<string, number>();

  async unlessUnanswered(
    kind: string,
    call: () => Promise<WireResponse | FailedResponse>,
  ): Promise<WireResponse | FailedResponse> {
    const count = this.#counts.get(kind) ?? 0;
    if (count >= MOST_UNANSWERED)
      return {
        kind: 'failed',
        reason: `the request was not sent, because ${count} earlier requests for ${kind} got no reply`,
        silent: true,
      };
    const reply = await call();
    if (reply.kind === 'failed' && reply.silent === true) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    return reply;
  }
}

/** Sends the harness's own calls directly to the backend, without a surface or a tap. */
export class DirectClient {
  constructor(
    readonly options: Credentials & { readonly contract: Contract },
    private readonly respond: Responder,
    private readonly unanswered = new UnansweredCalls(),
  ) {}

  /** Calls an operation and returns the reply. `undefined` if the input cannot be encoded as a request. */
  async call(operation: Operation, input: CaseInput): Promise<WireResponse | FailedResponse | undefined> {
    const encoded = encodeRequest(operation, input);
    if (encoded.kind !== 'request') return undefined;
    const { method, target, headers, body } = withConfiguredCredentials(encoded, operation, this.options);
    return this.unanswered.unlessUnanswered(operation.id, async () => this.respond({ method, target, headers, body }));
  }

  /**
   * Sends a GET to any target on the server, with the credentials of an operation. The target may be outside the base
   * path.
   */
  async get(
    { target, atOrigin }: Pick<RequestMessage, 'target' | 'atOrigin'>,
    operation: Operation,
  ): Promise<WireResponse | FailedResponse> {
    const request = { method: 'GET', target, headers: [], body: NO_BODY, ...(atOrigin && { atOrigin }) } as const;
    const { headers, target: secured } = withConfiguredCredentials(request, operation, this.options);
    const kind = `a target of ${operation.id}`;
    return this.unanswered.unlessUnanswered(kind, async () => this.respond({ ...request, target: secured, headers }));
  }
}

/**
 * The input that requests the next page, found by a link from the operation to itself. `undefined` after the last page.
 */
export function nextPage(operation: Operation, input: CaseInput, reply: WireResponse): CaseInput | undefined {
  const next = linkedNext(operation);
  const value = next && valueAt(replyJson(reply), next.pointer);
  return next !== undefined && typeof value === 'string' ? fedInput(input, next, value) : undefined;
}
