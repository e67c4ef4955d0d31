import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { isPluralOf } from '../../../contract/plain-name.js';
import { descriptionOfContract, quotedNames, sentencesOf, wordsOf } from '../../../contract/sentences.js';
import { clausesOf, statesKnownChange } from './stated-change.js';

/** A clause outside of the schemas that may state what a service does with values of requests. */
interface Clause {
  readonly text: string;
  /** The names in backticks in the clause or, if it has none, in its sentence. */
  readonly quoted: readonly string[];
  /** The words of the sentence in lower case. */
  readonly words: readonly string[];
}

/** The clauses of the texts of an operation, and the clauses of other texts that state a change with a known result. */
export type StoredTexts = readonly Clause[];

/** The maximum number of clauses that are kept for an operation, and for a contract. */
const MOST_CLAUSES = 200;

const known = new WeakMap<Operation, StoredTexts>();
const shared = new WeakMap<Contract['operations'], StoredTexts>();

/**
 * The clauses that may state what the service does with the values in requests of an operation. Changes with a known
 * result, such as "`name` is trimmed", also count if the text of the contract or of another operation states them,
 * because an update often changes values as the create does. Other clauses count only for the operation that states
 * them.
 */
export function storedTexts(contract: Contract, operation: Operation): StoredTexts {
  let texts = known.get(operation);
  if (texts === undefined) {
    texts = [...clausesIn(textOf(operation)).slice(0, MOST_CLAUSES), ...changesIn(contract)];
    known.set(operation, texts);
  }
  return texts;
}

/** The clauses that state a change with a known result, in the description of the contract or of any operation. */
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

/** Words with which a sentence refers to all texts of a request. */
const ANY_TEXT: ReadonlySet<string> = new Set(['text', 'texts', 'string', 'strings']);

/**
 * The clauses about a member. Names in backticks decide which members a clause is about. Without such names, its
 * sentence must contain the name of the member. If the value is a text and the result of the change is known, the
 * sentence may also contain a word for all texts.
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
