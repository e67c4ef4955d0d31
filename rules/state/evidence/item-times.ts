import { sentSchemas } from '../../../contract/collections/envelope.js';
import { statedMembers } from '../../../contract/collections/reply-members.js';
import type { Contract, SchemaSource } from '../../../contract/contract.js';
import { joinPointer, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import { isHidden } from '../../../surfaces/generation/schema-direction.js';
import { dateTimeMs, isSameInstant } from '../../values/instant.js';

/**
 * A member that contains a time of an item: in the item itself, or in an object that describes it, such as
 * `meta.lastModified`.
 */
export interface TimeMember {
  /** The path to the member, with dots, such as `meta.lastModified`. */
  readonly name: string;
  /** Pointer to the member, such as `/meta/lastModified`. */
  readonly pointer: string;
}

/** The members of an item that contain the time of its create and the time of its last change. */
export interface TimeMembers {
  readonly created?: TimeMember;
  readonly updated?: TimeMember;
}

const CREATED = /^(?:created|creation|inserted)(?:[-_]?(?:at|on|time|date|date[-_]?time|timestamp))?$/i;
const UPDATED =
  /^(?:last[-_]?)?(?:updated?|modified|modification)(?:[-_]?(?:at|on|time|date|date[-_]?time|timestamp))?$/i;

/** Matches usual names of an object that describes the item around it, such as `meta` (RFC 7643 §3.1). */
const ABOUT_ITEM = /^_?(?:meta(?:data)?|audit(?:[-_]?info)?|timestamps)$/i;

/** The schemas of each member, by its name. */
type Members = ReadonlyMap<string, readonly SchemaUri[]>;

/**
 * Finds the members for the time of the create and of the last change in the schema of a read. Such a member has the
 * format `date-time` and a common name, such as `created_at`, `updatedAt` or `meta.lastModified`. A member that a
 * request of `writers` may set is left out, because the client may have chosen its time.
 */
export function timeMembers(contract: Contract, read: SchemaUri, writers: readonly Operation[]): TimeMembers {
  const { schemas } = contract;
  const shown = statedMembers(schemas, [read]);
  const given = writers.map((writer) => givenMembers(schemas, sentSchemas(contract, writer)));
  const own = namedTimes(schemas, shown, given);
  const [about, ...others] = [...shown].filter(([name]) => ABOUT_ITEM.test(name));
  if (about === undefined || others.length > 0) return own;
  const [outer, stated] = about;
  const sent = given.flatMap((members) => members.get(outer) ?? []);
  const below = givenMembers(schemas, sent);
  // A request may set any member of an object whose members are not stated.
  if (sent.length > 0 && below.size === 0) return own;
  return { ...namedTimes(schemas, statedMembers(schemas, stated), [below], [outer]), ...own };
}

/** The members that the schemas of a request permit. */
function givenMembers(schemas: SchemaSource, sent: readonly SchemaUri[]): Members {
  const isSent = (uris: readonly SchemaUri[]): boolean => !uris.some((uri) => isHidden(schemas, uri, 'input'));
  return new Map([...statedMembers(schemas, sent)].filter(([, uris]) => isSent(uris)));
}

function namedTimes(
  schemas: SchemaSource,
  shown: Members,
  given: readonly Members[],
  outer: readonly string[] = [],
): TimeMembers {
  const isTime = (uri: SchemaUri): boolean =>
    [...schemasInPlace(schemas, uri).values()].some((schema) => ownValue(schema, 'format') === 'date-time');
  const names = [...shown]
    .filter(([name, uris]) => uris.some(isTime) && !given.some((members) => members.has(name)))
    .map(([name]) => name);
  const [created, updated] = [CREATED, UPDATED].map((pattern) => {
    const found = names.find((name) => pattern.test(name));
    return found === undefined ? undefined : memberNamed([...outer, found]);
  });
  return { ...(created !== undefined && { created }), ...(updated !== undefined && { updated }) };
}

export function memberNamed(names: readonly string[]): TimeMember {
  return { name: names.join('.'), pointer: joinPointer('', ...names) };
}

/** A time: the text that the service returned, and its milliseconds since 1970. */
export interface ItemTime {
  readonly text: string;
  readonly ms: number;
}

/** The time in a member of an item; `undefined` if the member is not a date-time. */
export function timeOf(value: Json, member: TimeMember | undefined): ItemTime | undefined {
  const text = member === undefined ? undefined : valueAt(value, member.pointer);
  if (typeof text !== 'string') return undefined;
  const ms = dateTimeMs(text);
  return ms === undefined ? undefined : { text, ms };
}

/**
 * Whether two times are equal, or differ by at most one millisecond and have different numbers of digits: a database
 * often stores a time without its nanoseconds. A time in whole seconds differs from one with milliseconds, because
 * clients read milliseconds.
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

/** The number of digits after the decimal point of the seconds. */
function digitsOf(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}

/** Whether all times are whole minutes. The service then perhaps stores no seconds. */
export function areMinutes(...times: readonly ItemTime[]): boolean {
  return times.every(({ ms }) => ms % 60_000 === 0);
}
