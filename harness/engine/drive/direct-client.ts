import type { CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { fedInput, linkedNext } from '../../../contract/inputs/link-expressions.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import type { Operation } from '../../../contract/operation.js';
import { type Credentials, withConfiguredCredentials } from '../../../contract/wire/request/credentials.js';
import { NO_BODY } from '../../../contract/wire/message.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { replyJson } from '../../../rules/reply.js';
import type { FailedResponse, WireResponse } from '../../../surfaces/exchange.js';
import type { Responder } from '../../tap/tap.js';

/** Makes calls of the harness directly on the backend, without a surface or a tap. */
export class DirectClient {
  constructor(
    readonly options: Credentials & { readonly contract: Contract },
    private readonly respond: Responder,
  ) {}

  /** `undefined` if the input cannot be encoded as a request. */
  async call(operation: Operation, input: CaseInput): Promise<WireResponse | FailedResponse | undefined> {
    const encoded = encodeRequest(operation, input);
    if (encoded.kind !== 'request') return undefined;
    const { method, target, headers, body } = withConfiguredCredentials(encoded, operation, this.options);
    return this.respond({ method, target, headers, body });
  }

  /** A GET of any target, with the credentials of an operation. */
  async get(target: string, operation: Operation): Promise<WireResponse | FailedResponse> {
    const request = { method: 'GET', target, headers: [], body: NO_BODY } as const;
    const { headers, target: secured } = withConfiguredCredentials(request, operation, this.options);
    return this.respond({ ...request, target: secured, headers });
  }
}

/** Input for the next page, by a link from the operation to itself; `undefined` after the last page. */
export function nextPage(operation: Operation, input: CaseInput, reply: WireResponse): CaseInput | undefined {
  const next = linkedNext(operation);
  const value = next && valueAt(replyJson(reply), next.pointer);
  return next !== undefined && typeof value === 'string' ? fedInput(input, next, value) : undefined;
}
