import type { CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { identifiersIn } from '../../../../contract/inputs/identifiers.js';
import type { Operation } from '../../../../contract/operation.js';

/** Texts of replies that state no more than the status. */
export const NO_REASON = /about:blank|bad request|unprocessable(?: entity| content)?|forbidden/gi;

/** A text with spaces between the words of its codes: `unexpected_state`, `amountTooLarge`. */
export function spacedWords(text: string): string {
  return text.replaceAll(/[_-]/g, ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** Whether an input names an existing item, in the path or in the body. */
export function namesItem(contract: Contract, operation: Operation, input: CaseInput): boolean {
  return operation.path.includes('{') || identifiersIn(contract, operation, input).length > 0;
}
