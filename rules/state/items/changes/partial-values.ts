import { changeKind } from '../../../../contract/collections/change-kind.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract, SchemaSource } from '../../../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { schemasInPlace } from '../../../../contract/wire/decode-value.js';
import { URLENCODED, essence } from '../../../../contract/wire/message.js';
import { mergedMembers } from '../../evidence/merge-patch.js';

/** Matches descriptions which state that a change of a map keeps the entries that the request does not contain. */
const MERGED =
  /\bmerged?\b|\b(?:keys?|entries|pairs) (?:that|which) (?:are|were) not (?:given|named|sent|listed|included|provided|specified)\b[^.;]*\b(?:keep|kept|stay|remain|retain|unchanged)/i;
const NOT_MERGED = /\bnot (?:be )?merged\b|\breplace/i;
/** Matches descriptions which state that a certain value, such as an empty text, removes the stored value. */
const UNSETS = /\b(?:un-?set|clear|remove|delete)s?\b/i;

/**
 * Whether a change merges the sent entries of a map into the stored map: the operation modifies the item, and a
 * description states that entries are merged.
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

/** The sent members, in which each map that the change merges also has its stored entries. */
export function withStoredEntries(before: Json, sent: JsonObject, isMerged: (name: string) => boolean): JsonObject {
  const merged = Object.entries(sent).flatMap(([name, to]) => {
    if (!isJsonObject(to) || !isMerged(name)) return [];
    return Object.entries(mergedMembers({ [name]: ownValue(before, name) ?? null }, { [name]: to }));
  });
  return { ...sent, ...Object.fromEntries(merged) };
}

/**
 * Whether an empty string in a POST may remove the stored value: always in a form, and in any other body only if a
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

/** Whether the request sets only free texts (no enumerated values), which rarely change other members. */
export function isOnlyTexts(
  schemas: SchemaSource,
  given: ReadonlyMap<string, readonly SchemaUri[]>,
  sent: JsonObject,
): boolean {
  const isListed = (uri: SchemaUri): boolean =>
    [...schemasInPlace(schemas, uri).values()].some((schema) => ownValue(schema, 'enum') !== undefined);
  return Object.entries(sent).every(
    ([name, value]) => typeof value === 'string' && given.get(name)?.some(isListed) === false,
  );
}
