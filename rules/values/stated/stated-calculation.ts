import { decimalNumber } from '../../../contract/formats/decimal-texts.js';
import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import { sentencesOf } from '../../../contract/sentences.js';

/** A calculation from other members of the same object that a description states. */
export type Calculation =
  | { readonly kind: 'sum'; readonly member: string; readonly list: string }
  | { readonly kind: 'minus' | 'plus' | 'times' | 'at-most'; readonly of: readonly string[] };

/** Matches a whole sentence such as "The sum of the `line_total` of all `lines`". */
const SUM =
  /^(?:is )?(?:the )?(?:sum|total) of (?:the |all )*`(\w+)` (?:of|over|in|across) (?:all |the |its |each |of )*`?(\w+)`?$/i;
/** Matches a whole sentence such as "`subtotal` minus `discount`". */
const PAIR = /^(?:is |equals )?`(\w+)` (minus|less|plus|times|multiplied by|[-+*×]) `(\w+)`$/i;
const SUM_OF_TWO = /^(?:is )?(?:the )?sum of `(\w+)` and `(\w+)`$/i;
const AT_MOST =
  /^(?:it )?(?:is )?(?:at most|(?:never|not) (?:more|greater|higher|larger) than|never (?:exceeds|above)) (?:the )?`(\w+)`$/i;

/** The maximum length of a sentence that states a calculation. */
const LONGEST = 300;

const KINDS: Readonly<Record<string, 'minus' | 'plus' | 'times'>> = {
  minus: 'minus',
  less: 'minus',
  '-': 'minus',
  plus: 'plus',
  '+': 'plus',
};

/** Matches words of a sentence that may restrict the calculation in another sentence of the same description. */
const RESTRICTED =
  /\b(?:not|except|unless|without|excluding|including|only|if|when|while|until|before|after|plus|minus|less|rounded|capped|default|null|zero)\b/i;

/**
 * The calculations that a description states. Each must be a whole sentence, and no other sentence may restrict it.
 */
export function statedCalculations(description: string): readonly Calculation[] {
  const sentences = sentencesOf(description).map((sentence) => sentence.replace(/[.\s]+$/, '').trim());
  const found = sentences.map((sentence) => [sentence, calculationIn(sentence)] as const);
  if (found.some(([sentence, calculation]) => calculation === undefined && RESTRICTED.test(sentence))) return [];
  return found.flatMap(([, calculation]) => calculation ?? []);
}

function calculationIn(sentence: string): Calculation | undefined {
  if (sentence.length > LONGEST) return undefined;
  const [, member, list] = SUM.exec(sentence) ?? [];
  if (member !== undefined && list !== undefined) return { kind: 'sum', member, list };
  const [, one, word = '', other] = PAIR.exec(sentence) ?? [];
  if (one !== undefined && other !== undefined) return { kind: KINDS[word.toLowerCase()] ?? 'times', of: [one, other] };
  const [, first, second] = SUM_OF_TWO.exec(sentence) ?? [];
  if (first !== undefined && second !== undefined) return { kind: 'plus', of: [first, second] };
  const [, limit] = AT_MOST.exec(sentence) ?? [];
  return limit === undefined ? undefined : { kind: 'at-most', of: [limit] };
}

/**
 * The number to which the calculation leads with the members of an object, or the number that it sets as a limit.
 * `undefined` if a member is missing, or is neither a number nor a string with a decimal number.
 */
export function calculated(calculation: Calculation, object: JsonObject): number | undefined {
  if (calculation.kind !== 'sum') {
    const [one, other] = calculation.of.map((name) => numberIn(ownValue(object, name)));
    if (one === undefined || calculation.kind === 'at-most') return one;
    if (other === undefined) return undefined;
    return calculation.kind === 'times' ? one * other : calculation.kind === 'plus' ? one + other : one - other;
  }
  const list = Object.entries(object).find(([name]) => name.toLowerCase() === calculation.list.toLowerCase())?.[1];
  if (!Array.isArray(list)) return undefined;
  const numbers = (list as readonly Json[]).map((element) => numberIn(ownValue(element, calculation.member)));
  return numbers.every((number) => number !== undefined)
    ? numbers.reduce<number>((sum, number) => sum + number, 0)
    : undefined;
}

/** Whether a member has the result of the calculation, rounded to the digits of the member, or is within its limit. */
export function agrees({ kind }: Calculation, value: Json, result: number): boolean {
  const number = numberIn(value);
  if (number === undefined) return true;
  const digits = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  const permitted = 0.5 * 10 ** -digits + 1e-9 * Math.abs(result);
  return kind === 'at-most' ? number <= result + 1e-9 * Math.abs(result) : Math.abs(number - result) <= permitted;
}

function numberIn(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' ? decimalNumber(value) : value;
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}
