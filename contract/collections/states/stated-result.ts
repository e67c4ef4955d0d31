import type { Operation } from '../../operation.js';
import { lastSegment, parentPath } from '../../path-relations.js';
import { isPluralOf } from '../../plain-name.js';
import { sentencesOf } from '../../sentences.js';
import type { StateMember } from './state-member.js';

/**
 * The state of an item after an action, as the description of the action states it. Exactly one of `to` and `not` is
 * set.
 */
export interface StatedResult {
  /** The state that the item has after the action. */
  readonly to?: string;
  /** A state that the item no longer has after the action: `open` for an action that closes the item. */
  readonly not?: string;
}

/** Matches sentences about an effect that comes later, is only possible, or has a condition. */
const UNCLEAR =
  /\b(?:can|may|might|could|cannot|not|never|unless|if|when|once|after|until|only|or|later|eventually|soon|schedul\w*|queu\w*|asynchronous\w*|background|jobs?|request\w*|starts?|begins?|tries)\b/i;
const CLOSES = /(?:^|\b(?:and|then)\s+|,\s*)closes (?:the |this |an? )?([a-z]+)\b/i;
const BECOMES =
  /\b(?:(it|the ([a-z]+))|(?:its|the) `?(\w+)`?(?: of the ([a-z]+))?) (?:then |now )?(?:becomes|changes to|is set to) ["'`]([\w-]+)["'`]/i;

/**
 * How an action changes the state of an item, by a sentence such as "closes the cart" (if `open` is a state) or "its
 * `status` becomes `paid`". `item`: the path of the item. `undefined` unless exactly one sentence states a change, and
 * states no condition.
 */
export function statedResult(
  { summary, description }: Operation,
  item: string,
  { name, values }: StateMember,
): StatedResult | undefined {
  const collection = lastSegment(parentPath(item));
  const isItem = (noun: string | undefined): boolean => noun !== undefined && isPluralOf(collection, noun);
  const texts = [summary, description].flatMap((text) => [...sentencesOf(text)]);
  const found = texts.flatMap((sentence): readonly StatedResult[] => {
    const closed = CLOSES.exec(sentence);
    const [, subject, noun, member, owner, to = ''] = BECOMES.exec(sentence) ?? [];
    const open = values.find((value) => value.toLowerCase() === 'open');
    const isClosed = open !== undefined && isItem(closed?.[1]?.toLowerCase());
    const isOwn =
      subject === undefined
        ? member === name && (owner === undefined || isItem(owner))
        : noun === undefined || isItem(noun);
    if (UNCLEAR.test(sentence) || (!isClosed && !(isOwn && values.includes(to)))) return [];
    return [isClosed ? { not: open } : { to }];
  });
  return found.length === 1 ? found[0] : undefined;
}
