import { operationArguments } from '../../../contract/arguments.js';
import type { Case, CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { argumentViolations } from '../../../contract/inputs/input-violations.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { isJsonMediaType } from '../../../contract/wire/message.js';
import type { Operation } from '../../../contract/operation.js';
import { UNKNOWN_MEMBER } from '../invalid/broken-objects.js';
import { withPart } from '../../../contract/json/json-part.js';
import { placesOf } from '../replies/json-places.js';
import { aCase } from './a-case.js';

/** The name of the case with a body above the stated maximum. */
export const LARGE_BODY = 'large-body';

/**
 * If the stated maximum size of a body is larger than this, in bytes, no body above the maximum is sent. Its text would
 * not fit into an argument of a command line.
 */
const LARGEST_TRIED = 100_000;
/** The maximum number of parts of a body that are searched for a string. */
const MOST_PARTS = 60;

/** The keywords that a large body is allowed to violate. */
const BREAKABLE: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties', 'maxLength']);

/**
 * A case whose body has more bytes than the contract permits. All surfaces send it, so that their callers get the
 * refusal of the service. The body has a long unknown member, because forms check the lengths of known members. If
 * unknown members are permitted, a string of the body is long instead. Empty if the contract states no maximum, or if
 * the long text breaks no constraint or several constraints.
 */
export function largeBody(contract: Contract, operation: Operation, input: CaseInput | undefined): readonly Case[] {
  const most = operation.requestBody?.maxBytes ?? Infinity;
  const argument = operationArguments(operation).find(({ in: place }) => place === 'body');
  const mediaType = input?.mediaType ?? operation.requestBody?.content[0]?.mediaType;
  if (input === undefined || argument === undefined || most > LARGEST_TRIED || !isJsonMediaType(mediaType)) return [];
  for (const body of longer(input.body ?? null, 'a'.repeat(most))) {
    const large = { ...input, body };
    const [violation, ...others] = argumentViolations(contract, operation, argument, large);
    if (violation !== undefined && others.length === 0 && BREAKABLE.has(violation.keyword))
      return [aCase(operation, 'invalid', LARGE_BODY, large, { kind: 'rejected', ...violation })];
  }
  return [];
}

/** Copies of the value with a long text: first as an unknown member, then in place of each of the value's strings. */
function* longer(value: Json, text: string): Generator<Json> {
  if (isJsonObject(value)) yield { ...value, [UNKNOWN_MEMBER]: text };
  for (const { path, value: part } of placesOf(value, MOST_PARTS))
    if (typeof part === 'string') yield withPart(value, path, text);
}
