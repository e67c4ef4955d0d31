import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { isPluralOf } from '../../../contract/plain-name.js';
import { descriptionOfContract, quotedNames, sentencesOf, wordsOf } from '../../../contract/sentences.js';
import { clausesOf, statesKnownChange } from './stated-change.js';

/** A clause of a description, outside of the schemas, that may state how the service changes values that it stores. */
interface Clause {
  readonly text: string;
  /** The names in backticks in the clause or, if there are none, in its whole sentence. */
  readonly quoted: readonly string[];
  /** The words of the sentence in lower case. */
  readonly words: readonly string[];
}

/** The clauses that may state how the service changes the values in requests of one operation before it stores them. */
export type StoredTexts = readonly Clause[];

/** The maximum number of clauses that are kept for an operation, and for a contract. */
const MOST_CLAUSES = 200;

const known = new WeakMap<Operation, StoredTexts>();
const shared = new WeakMap<Contract['operations'], StoredTexts>();

/**
 * The clauses that may state how the service changes values before it stores them, for requests of this operation.
 * Clauses with a known result, such as "`name` is trimmed", are also taken from the texts of the contract and of other
 * operations, because an update often changes values as the create does. Other clauses are only taken from the text of
 * this operation.
 */
export function storedTexts(contract: Contract, operation: Operation): StoredTexts {
  let texts = known.get(operation);
  if (texts === undefined) {
    texts = [...clausesIn(textOf(operation)).slice(0, MOST_CLAUSES), ...changesIn(contract)];
    known.set(operation, texts);
  }
  return texts;
}

/**
 * The clauses in the descriptions of the contract and of all operations that state a change with a known result, such
 * as "`name` is trimmed".
 */
export function changesIn({ operations, document }: Contract): StoredTexts {
  let texts = shared.get(operations);
  if (texts === undefined) {
    texts = [descriptionOfContract(document), ...operations.map(textOf)]
      .flatMap(clausesIn)
      .filter(({ text }) => statesKnownChange(text))
      .slice(0, MOST_CLAUSES);
    shared.set(operations, texts);
  }
  return texts;
}

function textOf({ summary, description }: Operation): string {
  return `${summary}\n\n${description}`;
}

function clausesIn(text: string): readonly Clause[] {
  return sentencesOf(text).flatMap((sentence) => {
    const words = wordsOf(sentence).map((word) => word.toLowerCase());
    return sentence
      .split(/:\s/)
      .flatMap(clausesOf)
      .map((clause): Clause => {
        const quoted = quotedNames(clause);
        return { text: clause, quoted: quoted.length > 0 ? quoted : quotedNames(sentence), words };
      });
  });
}

/** Words with which a sentence means every text in a request, as in "all strings are trimmed". */
const ANY_TEXT: ReadonlySet<string> = new Set(['text', 'texts', 'string', 'strings']);

/**
 * The clauses about a member. A clause with names in backticks is about these members. A clause without such names is
 * about the member if its sentence contains the name. If the value is a text and the clause has a known result, a word
 * for all texts, such as "strings", is enough.
 */
export function clausesAbout(texts: StoredTexts, name: string, isText: boolean): readonly string[] {
  const plain = name.toLowerCase();
  const isNamed = ({ text, quoted, words }: Clause): boolean => {
    if (quoted.length > 0) return quoted.includes(name);
    const isOfAll = isText && words.some((word) => ANY_TEXT.has(word)) && statesKnownChange(text);
    return isOfAll || words.some((word) => word === plain || isPluralOf(word, plain));
  };
  return texts.filter(isNamed).map(({ text }) => text);
}
