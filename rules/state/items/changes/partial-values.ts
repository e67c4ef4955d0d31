import { changeKind } from '../../../../contract/collections/change-kind.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract, SchemaSource } from '../../../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { schemasInPlace } from '../../../../contract/wire/decode-value.js';
import { URLENCODED, essence } from '../../../../contract/wire/message.js';
import { mergedMembers } from '../../evidence/merge-patch.js';

/** Matches a description which states that a change keeps the entries of a map that it does not name. */
const MERGED =
  /\bmerged?\b|\b(?:keys?|entries|pairs) (?:that|which) (?:are|were) not (?:given|named|sent|listed|included|provided|specified)\b[^.;]*\b(?:keep|kept|stay|remain|retain|unchanged)/i;
const NOT_MERGED = /\bnot (?:be )?merged\b|\breplace/i;
/** Matches a description which states that a value removes what is stored. */
const UNSETS = /\b(?:un-?set|clear|remove|delete)s?\b/i;

/**
 * Whether a change merges the value of a member into the stored one: the member is a map, the change modifies the item,
 * and a description states that entries are merged.
 */
export function mergesMap(contract: Contract, operation: Operation, stated: readonly SchemaUri[]): boolean {
  const { schemas } = contract;
  const text = descriptions(schemas, stated);
  return (
    changeKind(contract, operation) === 'modify' &&
    MERGED.test(text) &&
    !NOT_MERGED.test(text) &&
    stated.length > 0 &&
    statedMembers(schemas, stated).size === 0
  );
}

/** `sent` with the stored entries of each member that the change merges. */
export function withStoredEntries(before: Json, sent: JsonObject, isMerged: (name: string) => boolean): JsonObject {
  const merged = Object.entries(sent).flatMap(([name, to]) => {
    if (!isJsonObject(to) || !isMerged(name)) return [];
    return Object.entries(mergedMembers({ [name]: ownValue(before, name) ?? null }, { [name]: to }));
  });
  return { ...sent, ...Object.fromEntries(merged) };
}

/**
 * Whether a POST may unset a member by setting it to an empty string. A POST of a form may do so, and any POST if a
 * description of the member states it.
 */
export function mayUnset(
  { schemas }: Contract,
  { method, requestBody }: Operation,
  mediaType: string | undefined,
  stated: readonly SchemaUri[],
): boolean {
  const type = essence(mediaType ?? requestBody?.content[0]?.mediaType ?? '');
  return method === 'post' && (type === URLENCODED || UNSETS.test(descriptions(schemas, stated)));
}

function descriptions(schemas: SchemaSource, stated: readonly SchemaUri[]): string {
  return stated
    .flatMap((uri) => [...schemasInPlace(schemas, uri).values()])
    .flatMap((schema) => ownValue(schema, 'description') ?? [])
    .join(' ');
}
