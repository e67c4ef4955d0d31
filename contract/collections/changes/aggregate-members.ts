import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { lastSegment } from '../../path-relations.js';
import { isNameOf, nameWords } from '../../plain-name.js';
import { wordsOf } from '../../sentences.js';
import { schemaTypes, textsInPlace } from '../../wire/decode-value.js';
import { returnedItemSchema } from '../envelope.js';
import { statedMembers } from '../reply-members.js';

/**
 * The numbers in an item that summarise the items which belong to it. Their descriptions state it: "the number of
 * reviews of the product", "the mean of all ratings in its reviews". `read`: the operation that returns the item.
 * `child`: the operation that creates an item which belongs to it. Numbers that count earlier items, and numbers that
 * may be outdated, are left out.
 */
export function aggregateMembers(contract: Contract, read: Operation, child: Operation): readonly string[] {
  const { schemas } = contract;
  const item = returnedItemSchema(contract, read);
  const names = [lastSegment(child.path), ...nameWords(child.id)];
  const isOfChild = (text: string): boolean =>
    wordsOf(text).some(
      (word) => word.length >= SHORTEST_NOUN && names.some((name) => isNameOf(word, name) || isNameOf(name, word)),
    );
  return [...(item === undefined ? [] : statedMembers(schemas, [item]))].flatMap(([name, uris]) => {
    const isNumber = uris.every((uri) => [...schemaTypes(schemas, uri)].every((type) => NUMBERS.has(type)));
    const texts = textsInPlace(schemas, uris);
    const isStated = texts.some((text) => SUMMARY.test(text) && isOfChild(text));
    return isNumber && isStated && !texts.some((text) => UNCLEAR.test(text)) ? [name] : [];
  });
}

const SHORTEST_NOUN = 3;
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number', 'null']);
/**
 * Matches descriptions of a summary, such as "the number of reviews". "The number of the review" does not match,
 * because it is a position and not a count.
 */
const SUMMARY =
  /\b(?:number|count) of (?!an?\b|the\b|this\b)|\b(?:mean|average|sum|total|minimum|maximum|lowest|highest|smallest|largest) of\b|^how many\b/i;
/**
 * Matches descriptions of numbers that need not equal the count of the current items. They also count removed items
 * ("the number of messages sent"), are computed with a delay, or state what is left of a limit.
 */
const UNCLEAR =
  /\b(?:ever|so far|since|histor\w*|deleted|removed|all[- ]time|lifetime|cache\w*|approximate\w*|estimate\w*|roughly|about|may|might|delay\w*|eventual\w*|periodic\w*|daily|hourly|nightly|every|once|sent|placed|posted|created|made|sold|issued|used|processed|left|remain\w*|still|quota|limit|month|week|today)\b/i;
