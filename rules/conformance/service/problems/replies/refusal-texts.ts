import type { CaseInput } from '../../../../../contract/case.js';
import type { Contract } from '../../../../../contract/contract.js';
import { identifiersIn } from '../../../../../contract/inputs/identifiers.js';
import type { Operation } from '../../../../../contract/operation.js';
import { quotedNames, wordsOf } from '../../../../../contract/sentences.js';

/** Matches phrases that only repeat the status of a reply, such as "bad request", and state no reason. */
export const NO_REASON = /about:blank|bad request|unprocessable(?: entity| content)?|forbidden/gi;

/**
 * A text in which codes are separate words: `unexpected_state` becomes `unexpected state`, and `amountTooLarge` becomes
 * `amount Too Large`.
 */
export function spacedWords(text: string): string {
  return text.replaceAll(/[_-]/g, ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** Whether an input contains the identifier of an existing item, in the path or in the body. */
export function namesItem(contract: Contract, operation: Operation, input: CaseInput): boolean {
  return operation.path.includes('{') || identifiersIn(contract, operation, input).length > 0;
}

/** Common words in the texts of refusals. If two texts share only such words, they may be about different refusals. */
const COMMON: ReadonlySet<string> = new Set(
  'must should cannot value values this that with from have than then they error input request invalid argument'.split(
    ' ',
  ),
);
const SHORTEST_WORD = 4;

/**
 * The significant words of a text: its numbers, and its words of at least four letters, in lower case and without a
 * plural "s". Common words such as "must" are left out.
 */
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
 * A sentence of the contract explains a reply if it shares this number of words with the reason of the reply. If the
 * reason has fewer words, all of them must be shared. A shared word that is in backticks in the sentence counts twice.
 */
const MOST_NEEDED = 2;

/**
 * Whether the reason of a reply and a sentence of the contract share enough words, so that the sentence explains the
 * reply. `reason`: the significant words of the reason.
 */
export function sharesWords(reason: ReadonlySet<string>, sentence: string): boolean {
  const quoted = reasonWords(quotedNames(sentence).join(' '));
  const shared = [...reasonWords(sentence)].filter((word) => reason.has(word));
  return shared.length + shared.filter((word) => quoted.has(word)).length >= Math.min(reason.size, MOST_NEEDED);
}

/** Whether a sentence contains the name of a member, or one of the words of its name, such as `dates` for `endDate`. */
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
