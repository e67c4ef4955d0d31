import type { Case, CaseInput, Expectation, RawChange } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import { headerValue, isJsonMediaType, type RequestMessage } from '../../../contract/wire/message.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { isWithinCharacter } from '../../../contract/wire/within-character.js';
import { aCase } from '../operations/a-case.js';
import type { OperationInputs } from '../operations/operation-inputs.js';

/** The number of inputs with boundary values whose bodies are searched for a certain character. */
const MOST_SEARCHED = 60;

/**
 * A way to send a valid request whose body contains certain characters. The service must accept the changed request.
 */
interface Change {
  readonly name: string;
  readonly isFor: (request: RequestMessage) => boolean;
  readonly raw: (body: Uint8Array) => RawChange;
}

/** Sends the body in two parts. The first part ends within a multi-byte character (RFC 3629 §3). */
const SPLIT: Change = {
  name: 'split-body',
  isFor: ({ body }) => body.some((_, index) => isWithinCharacter(body, index)),
  raw: () => ({ fault: 'framing', words: 'with its body in two parts', framing: 'parts' }),
};

/** A character that UTF-16 represents by a surrogate pair. */
const PAIR = /[\u{10000}-\u{10FFFF}]/u;

/**
 * Sends the body in ASCII, as many JSON writers do: slashes and all non-ASCII characters are escaped. A character
 * outside the Basic Multilingual Plane becomes two escapes (RFC 8259 §7).
 */
const ESCAPED: Change = {
  name: 'escaped-body',
  isFor: ({ headers, body }) =>
    isJsonMediaType(headerValue(headers, 'content-type')) && PAIR.test(Buffer.from(body).toString()),
  raw: (body) => ({
    fault: 'encoding',
    words: 'with escaped characters in its body',
    body: Buffer.from(body)
      .toString()
      .replaceAll('/', String.raw`\/`)
      .replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }),
};

/** Valid requests whose body arrives in two parts, or has escaped characters. At most one of each kind. */
export function unicodeBodies(
  operation: Operation,
  inputs: OperationInputs,
  expectation: (input: CaseInput) => Expectation,
): readonly Case[] {
  if (operation.requestBody === undefined) return [];
  const missing = new Set([SPLIT, ESCAPED]);
  const cases: Case[] = [];
  for (const input of firstInputs(inputs)) {
    if (missing.size === 0) break;
    const encoded = encodeRequest(operation, input);
    const expect = encoded.kind === 'request' ? expectation(input) : undefined;
    if (encoded.kind !== 'request' || expect?.kind.startsWith('accepted') !== true) continue;
    for (const change of [...missing].filter(({ isFor }) => isFor(encoded))) {
      missing.delete(change);
      cases.push({ ...aCase(operation, 'invalid', change.name, input, expect), raw: change.raw(encoded.body) });
    }
  }
  return cases;
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
