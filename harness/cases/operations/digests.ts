import { argumentValue } from '../../../contract/arguments.js';
import type { Case } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { bodyDigest, digestArguments } from '../../../contract/inputs/body-digest.js';
import { argumentPointer } from '../../../contract/inputs/input-violations.js';
import type { Operation } from '../../../contract/operation.js';
import { placed, withoutArgument } from './placed.js';

/**
 * Returns the case with the correct checksum in each header that must contain a checksum of the body. The checksum
 * replaces a made-up value. If the checksum cannot be computed, an optional header is omitted. A case that tests a
 * fault of the header is not changed.
 */
export function withDigests(contract: Contract, operation: Operation, made: Case): Case {
  let { input } = made;
  for (const argument of digestArguments(contract, operation)) {
    const pointer = argumentPointer(argument);
    const isFault = made.expect.kind === 'rejected' && made.expect.pointer.startsWith(pointer);
    if (isFault || argumentValue(input, argument) === undefined) continue;
    const digest = bodyDigest(contract, operation, argument, input);
    if (digest !== undefined) input = placed(input, argument, digest);
    else if (!argument.required) input = withoutArgument(input, argument);
  }
  return input === made.input ? made : { ...made, input };
}
