import type { CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { operationsBeside } from '../../../contract/wire/request/route.js';
import type { InvalidInput } from '../operations/found-inputs.js';
import { bodyRequests } from './body-requests.js';
import { orderRequests } from './order-requests.js';
import type { RawRequest, RawSubject } from './raw-request.js';
import { targetRequests } from './target-requests.js';
import { tokenRequests } from './token-requests.js';

/** The raw requests of an operation. Requests for which the contract or HTTP requires a certain reply come first. */
export function rawRequests(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  invalid: readonly InvalidInput[] = [],
): readonly RawRequest[] {
  const encoded = encodeRequest(operation, input);
  if (encoded.kind !== 'request') return [];
  const isFirstOfPath = operationsBeside(contract, operation)[0] === operation;
  const subject: RawSubject = {
    contract,
    operation,
    request: encoded,
    isFirstOfPath,
    invalidTargets: targetsOf(operation, invalid),
  };
  const all = [tokenRequests, bodyRequests, targetRequests, orderRequests].flatMap((make) => make(subject));
  return [
    ...all.filter(({ expect }) => expect?.kind !== 'answered'),
    ...all.filter(({ expect }) => expect?.kind === 'answered'),
  ];
}

function targetsOf(operation: Operation, invalid: readonly InvalidInput[]): readonly string[] {
  return ['/path/', '/query/'].flatMap((place) => {
    const found = invalid.find(({ violation }) => violation.pointer.startsWith(place));
    const encoded = found && encodeRequest(operation, found.input);
    return encoded?.kind === 'request' ? [encoded.target] : [];
  });
}
