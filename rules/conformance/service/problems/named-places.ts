import { requestSchemas } from '../../../../contract/collections/envelope.js';
import { elementSchemas, statedMembers } from '../../../../contract/collections/reply-members.js';
import type { CaseInput } from '../../../../contract/case.js';
import type { SchemaSource } from '../../../../contract/contract.js';
import { ownValue } from '../../../../contract/json/json.js';
import { joinPointer, pointerTokens } from '../../../../contract/json/json-pointer.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { wordsOf } from '../../../../contract/sentences.js';
import { bodyContent } from '../../../../contract/wire/request/encode.js';
import { faultPlace } from '../../../fault-place.js';
import { type PlaceOf, partsOf } from './replies/rejected-members.js';

/**
 * The maximum number of members of a body whose names are searched for in the text of a reply. `DEEPEST` is the maximum
 * depth of these members.
 */
const MOST_MEMBERS = 200;
const DEEPEST = 4;
/** Matches a name of several words, such as `start_date`. A text rarely contains such a name by chance. */
const COMPOUND = /[a-z\d][_A-Z]/;

/** A member of a body with a name of several words. */
interface CompoundMember {
  readonly name: string;
  readonly place: string;
}

const known = new WeakMap<Operation, readonly CompoundMember[]>();

/**
 * The places of the members whose names occur in a text. These names are searched for: the `given` names, and all names
 * in the body that consist of several words, such as `start_date`.
 */
export function placesIn(
  schemas: SchemaSource,
  operation: Operation,
  given: readonly string[],
  text: string,
): readonly string[] {
  const members = known.get(operation) ?? compoundMembers(schemas, operation);
  known.set(operation, members);
  const words = new Set(wordsOf(text));
  const found = members.filter(({ name }) => words.has(name)).map(({ place }) => place);
  return [...given.filter((name) => words.has(name)), ...found];
}

function compoundMembers(schemas: SchemaSource, operation: Operation): readonly CompoundMember[] {
  const found: CompoundMember[] = [];
  const open: { readonly place: string; readonly uris: readonly SchemaUri[] }[] = [
    { place: '', uris: requestSchemas(operation) },
  ];
  for (const [index, { place, uris }] of open.entries()) {
    if (index >= MOST_MEMBERS || place.split('/').length > DEEPEST) break;
    for (const [name, stated] of statedMembers(schemas, uris)) {
      const below = `${place}/${name}`;
      if (COMPOUND.test(name)) found.push({ name, place: below });
      open.push({ place: below, uris: stated }, { place: `${below}/*`, uris: elementSchemas(schemas, stated) });
    }
  }
  return found;
}

/**
 * Returns a function that replaces each key of a map in the place of a value in the body by `*`: `labels.a` becomes
 * `labels/*`. All values of a map have the same schema, so their refusals have the same cause. Other names of members
 * are unchanged.
 */
export function withoutKeys(schemas: SchemaSource, operation: Operation, { body, mediaType }: CaseInput): PlaceOf {
  return (name) => {
    const parts = name.startsWith('/') ? pointerTokens(name) : partsOf(name);
    const isGiven = ([first = '']: readonly string[]): boolean => ownValue(body, first) !== undefined;
    const place = [parts, parts.slice(1)].find(isGiven);
    const schema = bodyContent(operation, mediaType)?.schema;
    const found = place && faultPlace(schemas, schema, joinPointer('', ...place)).slice(1);
    return found === place?.join('/') || found === undefined ? name : found;
  };
}
