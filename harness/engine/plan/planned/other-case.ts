import type { CaseInput } from '../../../../contract/case.js';
import { sentItem, withItem } from '../../../../contract/collections/envelope.js';
import type { Contract } from '../../../../contract/contract.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';

/**
 * Matches texts whose letter case may be changed: only ASCII. In other scripts, a change of case cannot always be
 * undone.
 */
const ASCII = /^[ -~]*$/;

/**
 * A copy of the input in which the members `names` of its item are in capitals or, if they already are, in small
 * letters.
 */
export function inOtherCase(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  names: readonly string[],
): CaseInput {
  const item = sentItem(contract, operation, input.body);
  if (!isJsonObject(item)) return input;
  const changed = names.flatMap((name) => {
    const value = item[name];
    if (typeof value !== 'string' || !ASCII.test(value)) return [];
    return [[name, value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()] as const];
  });
  return { ...input, body: withItem(contract, operation, input.body, { ...item, ...Object.fromEntries(changed) }) };
}
