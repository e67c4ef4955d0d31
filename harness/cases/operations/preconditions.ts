import type { Case } from '../../../contract/case.js';
import { operationArguments } from '../../../contract/arguments.js';
import type { Contract } from '../../../contract/contract.js';
import { isValidArgument } from '../../../contract/inputs/input-violations.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { isPreconditionValue, neededIfMatch } from '../../../contract/wire/request/preconditions.js';

/** Matches each current version of an item (RFC 9110 §13.1.1). */
const ANY_VERSION = '*';

/**
 * The case with `If-Match: *`, if the operation needs this header: it is required, or the contract documents 428 for
 * requests without it (RFC 6585 §3). Otherwise the service would refuse almost every input, because the harness does
 * not know the version of the item. A value in the form of an entity tag is not replaced, and neither is a value that
 * makes the input invalid.
 */
export function withPrecondition(contract: Contract, operation: Operation, made: Case): Case {
  const needed = neededIfMatch(operation);
  const argument = needed && operationArguments(operation).find(({ parameter }) => parameter === needed);
  if (needed === undefined || argument === undefined) return made;
  const { name } = needed;
  const given = ownValue(made.input.header ?? {}, name);
  const isBroken = made.expect.kind === 'rejected' && made.expect.pointer === joinPointer('/header', name);
  if (isBroken || (typeof given === 'string' && isPreconditionValue(name, given))) return made;
  if (!isValidArgument(contract, operation, argument, ANY_VERSION)) return made;
  return { ...made, input: { ...made.input, header: { ...made.input.header, [name]: ANY_VERSION } } };
}
