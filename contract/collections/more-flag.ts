import type { SchemaSource } from '../contract.js';
import { joinPointer } from '../json/json-pointer.js';
import type { SchemaUri } from '../operation.js';
import { schemaTypes } from '../wire/decode-value.js';
import type { MoreFlag } from './collection.js';
import { ofPageMembers } from './paging.js';
import { statedMembers } from './reply-members.js';

const MORE =
  /^(?:has[-_]?(?:more|next)(?:[-_]?(?:page|pages|items|results|records|elements|data))?|more(?:[-_]?(?:available|results|items))?|is[-_]?truncated)$/i;
const LAST = /^(?:(?:is[-_]?)?last(?:[-_]?page)?|end[-_]?of[-_]?(?:list|results))$/i;

/**
 * The boolean member of a page that states whether further elements follow. It is recognised by its name, such as
 * `has_more`. `undefined` if several members have such names.
 */
export function moreFlag(schemas: SchemaSource, page: SchemaUri): MoreFlag | undefined {
  const named = (names: RegExp): readonly string[] => {
    const flags = (conjunction: readonly SchemaUri[]): readonly string[] =>
      [...statedMembers(schemas, conjunction)].flatMap(([name, stated]) =>
        names.test(name) && stated.every((uri) => isBoolean(schemas, uri)) ? [joinPointer('', name)] : [],
      );
    return [...flags([page]), ...ofPageMembers(schemas, page, flags)];
  };
  const found = [
    ...named(MORE).map((pointer): MoreFlag => ({ pointer, last: false })),
    ...named(LAST).map((pointer): MoreFlag => ({ pointer, last: true })),
  ];
  return found.length === 1 ? found[0] : undefined;
}

function isBoolean(schemas: SchemaSource, uri: SchemaUri): boolean {
  const types = [...schemaTypes(schemas, uri)].filter((type) => type !== 'null');
  return types.length === 1 && types[0] === 'boolean';
}
