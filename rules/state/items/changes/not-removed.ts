import { schemasAt, statedMembers } from '../../../../contract/collections/reply-members.js';
import type { SchemaSource } from '../../../../contract/contract.js';
import { pointerTokens, valueAt } from '../../../../contract/json/json-pointer.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import type { SchemaUri } from '../../../../contract/operation.js';
import { requiredInPlace, schemaTypes } from '../../../../contract/wire/decode-value.js';
import { keptMembers } from '../../evidence/merge-patch.js';
import type { JsonDifference } from '../../../values/json-difference.js';

/**
 * Members that a merge patch sets to null, but that were not removed. A member that each reply must have is left out,
 * because the service must give it some default. `stated`: the schemas of the item in the reply.
 */
export function notRemoved(
  schemas: SchemaSource,
  stated: readonly SchemaUri[],
  { sent, before, value }: { readonly sent: JsonObject; readonly before: Json; readonly value: JsonObject },
): readonly (Omit<JsonDifference, 'kind'> & { readonly kind: string })[] {
  return keptMembers(before, sent, value, (pointer) => isEntryAt(schemas, stated, pointer))
    .filter((pointer) => !mustHaveValue(schemas, stated, pointer))
    .map((pointer) => ({
      pointer,
      kind: 'kept-by-merge-patch',
      expected: undefined,
      received: valueAt(value, pointer),
    }));
}

/** Whether a nested member is the key of a map, so that no schema names it. */
export function isEntryAt(schemas: SchemaSource, stated: readonly SchemaUri[], pointer: string): boolean {
  const isNested = pointerTokens(pointer).length > 1;
  return isNested && stated.every((root) => schemasAt(schemas, root, pointer).length === 0);
}

/** Whether each reply must have the member at a pointer, with a value other than null. */
function mustHaveValue(schemas: SchemaSource, stated: readonly SchemaUri[], pointer: string): boolean {
  const [name = '', ...deeper] = pointerTokens(pointer);
  const uris = statedMembers(schemas, stated).get(name) ?? [];
  const isNull = uris.every((uri) => schemaTypes(schemas, uri).has('null'));
  return deeper.length === 0 && uris.length > 0 && !isNull && requiredInPlace(schemas, stated).has(name);
}
