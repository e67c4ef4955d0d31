import type { Case, CaseInput, Expectation } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { isWithinCharacter } from '../../../contract/wire/within-character.js';
import { aCase } from '../operations/a-case.js';
import type { OperationInputs } from '../operations/operation-inputs.js';

/** The number of boundary inputs that are searched for a multi-byte character. */
const MOST_SEARCHED = 60;

/** A valid request whose body arrives in two parts. The first part ends within a multi-byte character (RFC 3629 §3). */
export function splitBodies(
  operation: Operation,
  inputs: OperationInputs,
  expectation: (input: CaseInput) => Expectation,
): readonly Case[] {
  if (operation.requestBody === undefined) return [];
  for (const input of firstInputs(inputs)) {
    const encoded = encodeRequest(operation, input);
    if (encoded.kind !== 'request') continue;
    if (!encoded.body.some((_, index) => isWithinCharacter(encoded.body, index))) continue;
    const expect = expectation(input);
    if (!expect.kind.startsWith('accepted')) continue;
    const words = 'with its body in two parts';
    return [
      {
        ...aCase(operation, 'invalid', 'split-body', input, expect),
        raw: { fault: 'framing', words, framing: 'parts' },
      },
    ];
  }
  return [];
}

function* firstInputs(inputs: OperationInputs): Generator<CaseInput> {
  yield* inputs.examples();
  let count = 0;
  for (const input of inputs.edges()) {
    if (count >= MOST_SEARCHED) return;
    count += 1;
    yield input;
  }
}
