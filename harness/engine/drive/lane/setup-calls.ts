import type { PriorCall } from '../../../../contract/case.js';
import { type Contract, operationNamed } from '../../../../contract/contract.js';
import type { FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import type { DirectClient } from './direct-client.js';
import type { ItemGuard } from './item-guard.js';

interface SetupOptions {
  readonly contract: Contract;
  readonly guard?: ItemGuard;
}

/** Makes the setup calls of a case directly on the backend, because they do not test the surface. */
export async function setupReplies(
  calls: readonly PriorCall[],
  { contract, guard }: SetupOptions,
  client: DirectClient,
  mark: () => void,
): Promise<readonly (WireResponse | FailedResponse)[]> {
  const replies: (WireResponse | FailedResponse)[] = [];
  for (const { operation: id, input } of calls) {
    const operation = operationNamed(contract, id);
    const reason = operation && (await guard?.refusal(operation, { input }, client));
    if (reason !== undefined) return [...replies, { kind: 'failed', reason }];
    mark();
    const reply = operation && (await client.call(operation, input));
    if (reply === undefined) return [...replies, { kind: 'failed', reason: `${id} cannot be called` }];
    replies.push(reply);
  }
  return replies;
}
