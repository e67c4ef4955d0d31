import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { withPart } from '../../../contract/json/json-part.js';
import { placesOf } from './json-places.js';

/** The maximum number of parts of a value that are searched for a list of objects. */
const MOST_PARTS = 40;
/** The maximum number of members of an element that are tried. */
const MOST_MEMBERS = 8;

/**
 * The value with three elements in a list of objects. The first two elements differ in only one string member, as two
 * errors at the same place do. The third element has other strings. A surface that identifies elements by one of their
 * members loses one of the first two. `undefined` if the value has no such list, or the schema does not permit these
 * elements.
 */
export function withTwoOfOnePlace(value: Json, accepts: (value: Json) => boolean): Json | undefined {
  for (const { path, value: list } of placesOf(value, MOST_PARTS)) {
    const element = Array.isArray(list) ? (list as readonly Json[])[0] : undefined;
    for (const elements of element === undefined ? [] : threeElements(element)) {
      const made = withPart(value, path, elements);
      if (accepts(made)) return made;
    }
  }
  return undefined;
}

/**
 * Lists of three elements that are made from one element. In each list, the elements have different texts in one
 * member. The last members are tried first, because a member with a description usually comes last.
 */
function* threeElements(element: Json): Generator<readonly Json[]> {
  if (!isJsonObject(element)) return;
  const texts = Object.entries(element).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (texts.length < 2) return;
  for (const [name] of texts.slice(0, MOST_MEMBERS).toReversed()) {
    const others = texts.filter(([other]) => other !== name).map(([other, text]) => [other, `${text}/3`] as const);
    const described = (words: string, changed: readonly (readonly [string, string])[] = []): Json =>
      Object.fromEntries([...Object.entries(element), ...changed, [name, words]]);
    yield [described('first reason'), described('second reason'), described('third reason', others)];
  }
}
