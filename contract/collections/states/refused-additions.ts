import type { Contract } from '../../contract.js';
import type { Json } from '../../json/json.js';
import type { Operation } from '../../operation.js';
import { lastSegment, parentPath } from '../../path-relations.js';
import { isNameOf, plainName } from '../../plain-name.js';
import { sentencesOf, wordsOf } from '../../sentences.js';
import { schemaTypes } from '../../wire/decode-value.js';
import { returnedItemSchema } from '../envelope.js';
import { statedMembers } from '../reply-members.js';
import { CALLERS, refusedFor } from './stated-actions.js';
import { stateMember } from './state-member.js';

/**
 * A state of an item in which no items of another kind can be added to it. The item is in this state if its member
 * `name` has the value `value`.
 */
export interface RefusedAddition {
  readonly name: string;
  readonly value: Json;
  /** The statuses with which the service refuses to create the item that is added. */
  readonly statuses: readonly string[];
}

/**
 * The states of an item in which the contract refuses to add items to it: "a discontinued product takes no reviews", "a
 * project that is archived takes no new tasks (409)", or "the project is archived" in the description of a refusal. The
 * state is the name of a boolean member, or a value of the only member such as `status`. `create`: the operation that
 * adds an item. `read`: the operation that reads the item to which it is added.
 */
export function refusedAdditions(contract: Contract, create: Operation, read: Operation): readonly RefusedAddition[] {
  const noun = lastSegment(parentPath(read.path));
  return statesOf(contract, read).flatMap(({ word, ...state }) => {
    const statuses = isForSomeCallers(create, word)
      ? []
      : refusedFor(create, {
          isNoun: (each) => isNameOf(each, noun),
          isParticiple: (each) => plainName(each) === word,
          // The new item, or the other one.
          isIt: false,
        });
    return statuses.length === 0 ? [] : [{ ...state, statuses }];
  });
}

interface State extends Pick<RefusedAddition, 'name' | 'value'> {
  /** The state as it is compared with a word of a text (`plainName`). */
  readonly word: string;
}

function statesOf(contract: Contract, read: Operation): readonly State[] {
  const { schemas } = contract;
  const item = returnedItemSchema(contract, read);
  const members = item === undefined ? [] : [...statedMembers(schemas, [item])];
  const booleans = members.flatMap(([name, uris]) => {
    const isBoolean = uris.every((uri) => [...schemaTypes(schemas, uri)].join() === 'boolean');
    return isBoolean ? [{ word: plainName(name).replace(/^is/, ''), name, value: true }] : [];
  });
  const member = stateMember(contract, read);
  const states = member?.values.map((value) => ({ word: plainName(value), name: member.name, value })) ?? [];
  return [...booleans, ...states].filter(({ word }) => word.length >= SHORTEST_WORD);
}

const SHORTEST_WORD = 4;
const ALWAYS = /\b(?:a(?:lways|nyway|ny)|still|even)\b/i;

/**
 * Whether some callers may add items in the state. A sentence shows this if it is about who may call the operation, and
 * contains the state or a word such as "even".
 */
function isForSomeCallers({ description, responses }: Operation, word: string): boolean {
  return [description, ...responses.map((each) => each.description)]
    .flatMap((text) => sentencesOf(text))
    .filter((sentence) => CALLERS.test(sentence))
    .some((sentence) => ALWAYS.test(sentence) || wordsOf(sentence).some((each) => plainName(each) === word));
}
