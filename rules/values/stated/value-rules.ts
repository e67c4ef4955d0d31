import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { statusesIn } from '../../../contract/sentences.js';

/**
 * The numbers in a schema, such as those of `maxLength`, and whether the schema forbids equal elements. A description
 * often repeats them, and then states no further rule.
 */
interface Limits {
  readonly numbers: ReadonlySet<number>;
  readonly isUnique: boolean;
}

export function limitsOf(schemas: readonly Json[]): Limits {
  const objects = schemas.filter(isJsonObject);
  const numbers = objects.flatMap((schema) => Object.values(schema)).filter((value) => typeof value === 'number');
  return { numbers: new Set(numbers), isUnique: objects.some((schema) => schema['uniqueItems'] === true) };
}

/** Matches words of a sentence that restricts values. */
export const RESTRICTS =
  /\b(?:must|may (?:only|not)|can (?:only|not)|cannot|only|refused|rejected|invalid|prohibited|forbidden|required (?:for|if|when|with|unless)|has to|have to|same (?:form|rules?|limits?|restrictions?) as|at (?:most|least)|no more than|not (?:allowed|permitted))\b/i;
/** Matches words of a rule that no schema can state: a rule about other values, stored items or the time. */
export const BEYOND_SCHEMA =
  /\b(?:before|after|earlier|later|same|both|together|equals?|differ\w*|already|exist\w*|known|unknown|(?:id|identifier|code|name) of (?:an?|the)|itself|future|past|today|now|week ?days?|if|when|unless|while|sum|other(?:wise)?|not be set|be omitted|result|for (?:\w{3} )?others?|only (?:with|for|in|together))\b/i;
const ABOUT_EQUAL = /\b(?:twice|unique|duplicates?|repeat\w*)\b/i;
const NUMBER = /\b\d+(?:\.\d+)?\b/g;

/**
 * Whether a sentence explains a refusal of a value: it states a rule that the schema does not state, or the status of
 * the refusal.
 */
export function isRule(sentence: string, { numbers, isUnique }: Limits): boolean {
  const statuses = statusesIn(sentence);
  const isBeyond = BEYOND_SCHEMA.test(sentence) || (!isUnique && ABOUT_EQUAL.test(sentence));
  if (statuses.length === 0 && !RESTRICTS.test(sentence)) return false;
  const others = (sentence.match(NUMBER) ?? []).filter((number) => !statuses.includes(number));
  // Without other words and other numbers, the text only repeats the limits of the schema.
  return (
    isBeyond || others.some((number) => !numbers.has(Number(number))) || (statuses.length > 0 && others.length === 0)
  );
}
