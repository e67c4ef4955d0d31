import type { CaseInput } from '../../../../../contract/case.js';
import type { Contract } from '../../../../../contract/contract.js';
import { identifiersIn } from '../../../../../contract/inputs/identifiers.js';
import type { Operation } from '../../../../../contract/operation.js';
import { quotedNames, wordsOf } from '../../../../../contract/sentences.js';

/** Matches parts of a reply that state no more than its status. */
export const NO_REASON = /about:blank|bad request|unprocessable(?: entity| content)?|forbidden/gi;

/** A text with spaces between the words of its codes: `unexpected_state`, `amountTooLarge`. */
export function spacedWords(text: string): string {
  return text.replaceAll(/[_-]/g, ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** Whether an input names an existing item, in the path or in the body. */
export function namesItem(contract: Contract, operation: Operation, input: CaseInput): boolean {
  return operation.path.includes('{') || identifiersIn(contract, operation, input).length > 0;
}

/** Common words in texts about refusals of any kind. They do not show that two texts are about the same refusal. */
const COMMON: ReadonlySet<string> = new Set(
  'must should cannot value values this that with from have than then they error input request invalid argument'.split(
    ' ',
  ),
);
const SHORTEST_WORD = 4;

/** The numbers in a text and its words of at least four letters, in lower case and without the plural. */
export function reasonWords(text: string): ReadonlySet<string> {
  const words = wordsOf(text)
    .flatMap((word) =>
      word
        .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
        .toLowerCase()
        .split(/[_-]/),
    )
    .map((word) => word.replace(/s$/, ''));
  return new Set(words.filter((word) => /^\d+$/.test(word) || (word.length >= SHORTEST_WORD && !COMMON.has(word))));
}

/**
 * The number of words that the reason of a reply and a sentence must have in common. A name in backticks counts twice.
 */
const MOST_NEEDED = 2;

/** Whether the reason of a reply and a sentence of the contract have enough words in common. */
export function sharesWords(reason: ReadonlySet<string>, sentence: string): boolean {
  const quoted = reasonWords(quotedNames(sentence).join(' '));
  const shared = [...reasonWords(sentence)].filter((word) => reason.has(word));
  return shared.length + shared.filter((word) => quoted.has(word)).length >= Math.min(reason.size, MOST_NEEDED);
}

/** Whether a sentence names a member, or contains one of the words of its name: `dates` for `endDate`. */
export function mentions(sentence: string, name: string): boolean {
  const words = wordsOf(sentence).map((word) => word.toLowerCase());
  if (words.includes(name.toLowerCase()) || quotedNames(sentence).includes(name)) return true;
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[-_]/)
    .filter((part) => part.length >= SHORTEST_WORD || part === 'day');
  return parts.some((part) => words.some((word) => [word, `${word}s`].includes(part) || word === `${part}s`));
}
