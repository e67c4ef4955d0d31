import { returnedItemSchema } from '../envelope.js';
import { statedMembers } from '../reply-members.js';
import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { lastSegment, parentPath } from '../../path-relations.js';
import { isPluralOf, plainName } from '../../plain-name.js';
import { sentencesOf } from '../../sentences.js';
import { textsInPlace } from '../../wire/decode-value.js';
import { stateMember } from './state-member.js';

/** A member of an item that is null while the item is in a state. */
export interface StatedNull {
  readonly name: string;
  /** The name of the member that contains the state, such as `status`. */
  readonly member: string;
  readonly state: string;
}

/**
 * Matches a whole sentence such as "Null while the issue is open". Sentences with "unless" or "until" do not match,
 * because they do not state all states in which the member is null.
 */
const NULL_WHILE =
  /^(?:(?:it )?is |always )?`?null`? (?:while|as long as|if) (?:the|this) ([a-z]+) is (?:still )?[`'"]?([\w-]+)[`'"]?\.?$/i;

/**
 * The members of an item that must be null while the item is in a certain state, by their descriptions. The sentence
 * must contain the name of the item and one of its states (`stateMember`).
 */
export function statedNulls(contract: Contract, read: Operation): readonly StatedNull[] {
  const { schemas } = contract;
  const item = returnedItemSchema(contract, read);
  const known = stateMember(contract, read);
  const members = item === undefined ? new Map<string, never>() : statedMembers(schemas, [item]);
  if (known === undefined || known.within !== undefined || !members.has(known.name)) return [];
  const collection = lastSegment(parentPath(read.path));
  const isItem = (noun: string): boolean => noun === 'item' || isPluralOf(collection, noun);
  return [...members].flatMap(([name, uris]) => {
    const texts = textsInPlace(schemas, uris);
    const found = texts.flatMap(sentencesOf).flatMap((sentence) => {
      const [, noun, word = ''] = NULL_WHILE.exec(sentence.trim()) ?? [];
      const state = known.values.find((value) => plainName(value) === plainName(word));
      return noun === undefined || state === undefined || !isItem(plainName(noun)) ? [] : [state];
    });
    const [state] = found;
    return state === undefined || name === known.name ? [] : [{ name, member: known.name, state }];
  });
}
