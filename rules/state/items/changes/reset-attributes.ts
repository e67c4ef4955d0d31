import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { SchemaSource } from '../../../../contract/contract.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { isHidden } from '../../../../surfaces/generation/schema-direction.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { resetMembers } from './reset-members.js';

const ATTRIBUTES = 'attributes';
const JSON_API = /^application\/vnd\.api\+json\b/i;

type Members = ReadonlyMap<string, readonly SchemaUri[]>;

/**
 * A PATCH of a resource object (JSON:API), and the resource at three times: before all changes, before the PATCH and
 * after it.
 */
interface ResourceChange {
  readonly change: { readonly operation: Operation; readonly observation: Observation };
  /** The members that the schemas of both the PATCH and the read have. */
  readonly given: Members;
  readonly returned: Members;
  readonly sent: JsonObject;
  readonly initial: Json;
  readonly before: Json;
  readonly value: JsonObject;
}

/**
 * The attributes of a resource object that a PATCH does not send, and that are lost or have their first values again.
 * Only JSON:API states that such attributes keep their values (§9.2.1), even if the PATCH sends none. In any other
 * format, a PATCH may replace an object as a whole.
 */
export function resetAttributes(
  schemas: SchemaSource,
  { change, given, returned, sent, initial, before, value }: ResourceChange,
  isDefault: (pointer: string, member: Json) => boolean,
): ReturnType<typeof resetMembers> {
  const { input } = change.observation.case;
  const type = input.mediaType ?? change.operation.requestBody?.content[0]?.mediaType ?? '';
  const [named = {}, after] = [sent, value].map((each) => ownValue(each, ATTRIBUTES));
  if (!JSON_API.test(type) || !isJsonObject(named) || !isJsonObject(after)) return [];
  const [own, shown] = [given, returned].map((each) => statedMembers(schemas, each.get(ATTRIBUTES) ?? []));
  const isVisible = (uri: SchemaUri): boolean => !isHidden(schemas, uri, 'input') && !isHidden(schemas, uri, 'output');
  const omitted = [...(own ?? [])].flatMap(([name, uris]) =>
    !Object.hasOwn(named, name) && shown?.has(name) === true && uris.every(isVisible) ? [name] : [],
  );
  const values = {
    initial: ownValue(initial, ATTRIBUTES) ?? null,
    before: ownValue(before, ATTRIBUTES) ?? null,
    value: after,
  };
  return resetMembers(omitted, values, (name, member) => isDefault(joinPointer('', ATTRIBUTES, name), member)).map(
    ({ pointer, ...reset }) => ({ ...reset, pointer: joinPointer('', ATTRIBUTES) + pointer }),
  );
}
