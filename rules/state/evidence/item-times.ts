import { sentSchemas } from '../../../contract/collections/envelope.js';
import { statedMembers } from '../../../contract/collections/reply-members.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import { isHidden } from '../../../surfaces/generation/schema-direction.js';
import { dateTimeMs, isSameInstant } from '../../values/instant.js';

/** The members of an item for the time of its create and of its last change. */
export interface TimeMembers {
  readonly created?: string;
  readonly updated?: string;
}

const CREATED = /^(?:created|creation|inserted)(?:[-_]?(?:at|on|time|date|date[-_]?time|timestamp))?$/i;
const UPDATED =
  /^(?:last[-_]?)?(?:updated?|modified|modification)(?:[-_]?(?:at|on|time|date|date[-_]?time|timestamp))?$/i;

/**
 * The members of a read with the format `date-time` and a common name, such as `created_at` or `updatedAt`. A member
 * that a request of `writers` may set is not included.
 */
export function timeMembers(contract: Contract, read: SchemaUri, writers: readonly Operation[]): TimeMembers {
  const { schemas } = contract;
  const isTime = (uri: SchemaUri): boolean =>
    [...schemasInPlace(schemas, uri).values()].some((schema) => ownValue(schema, 'format') === 'date-time');
  const given = writers.flatMap((writer) => [...statedMembers(schemas, sentSchemas(contract, writer))]);
  const isGiven = (name: string): boolean =>
    given.some(([known, uris]) => known === name && !uris.some((uri) => isHidden(schemas, uri, 'input')));
  const names = [...statedMembers(schemas, [read])]
    .filter(([name, uris]) => uris.some(isTime) && !isGiven(name))
    .map(([name]) => name);
  const [created, updated] = [CREATED, UPDATED].map((pattern) => names.find((name) => pattern.test(name)));
  return { ...(created !== undefined && { created }), ...(updated !== undefined && { updated }) };
}

/** A time as it was returned, and its milliseconds since 1970. */
export interface ItemTime {
  readonly text: string;
  readonly ms: number;
}

/** The time in a member of an item; `undefined` if the member is not a date-time. */
export function timeOf(value: Json, name: string | undefined): ItemTime | undefined {
  const text = name === undefined ? undefined : ownValue(value, name);
  if (typeof text !== 'string') return undefined;
  const ms = dateTimeMs(text);
  return ms === undefined ? undefined : { text, ms };
}

/**
 * Whether two times are equal, or differ only because one of them has fewer digits than the other, and no more than one
 * millisecond. A database often stores microseconds of a time in nanoseconds. A time in whole seconds is a different
 * one, because clients read milliseconds.
 */
export function isSameMillisecond(one: ItemTime, other: ItemTime): boolean {
  if (isSameInstant('date-time', one.text, other.text)) return true;
  return digitsOf(one.text) !== digitsOf(other.text) && Math.abs(one.ms - other.ms) <= 1;
}

/** Whether two times are equal, or differ only because one of them is rounded to fewer digits. */
export function isSameTime(one: ItemTime, other: ItemTime): boolean {
  if (isSameInstant('date-time', one.text, other.text)) return true;
  const [a, b] = [one, other].map(({ text }) => digitsOf(text));
  return a !== b && Math.abs(one.ms - other.ms) <= Math.max(1, 1000 / 10 ** Math.min(a ?? 0, b ?? 0));
}

/** The number of digits in the fraction of the seconds. */
function digitsOf(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}

/** Whether all times are whole minutes, so that the service may store only minutes. */
export function areMinutes(...times: readonly ItemTime[]): boolean {
  return times.every(({ ms }) => ms % 60_000 === 0);
}
