import { requestSchemas } from '../../../../contract/collections/envelope.js';
import { elementSchemas, statedMembers } from '../../../../contract/collections/reply-members.js';
import type { SchemaSource } from '../../../../contract/contract.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { wordsOf } from '../../../../contract/sentences.js';

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
