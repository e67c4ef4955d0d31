import { operationArguments } from '../../../contract/arguments.js';
import { statedMembers } from '../../../contract/collections/reply-members.js';
import type { Contract, SchemaSource } from '../../../contract/contract.js';
import { argumentSchema } from '../../../contract/inputs/input-violations.js';
import { ownValue } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { descriptionsOf, quotedNames, wrappedSentences } from '../../../contract/sentences.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { KnownValues } from '../../cases/make-cases.js';

const FUTURE = /\bin the future\b|\b(?:later than|after) (?:now|the current time|today)\b/i;
const UNCLEAR = /\b(?:not|never|past|or now)\b|n't\b/i;
/** Matches the largest distance from now in a description: "at most 120 days ahead". */
const AT_MOST = /\b(?:at most|no more than|up to|within)(?: the next)? (\d+) (\w+?)s?\b/i;
const AT_LEAST = /\bat least (\d+) (\w+?)s?\b/i;
const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7, month: 28, year: 365 };
const USUAL_DAYS = 30;
const MS_OF_DAY = 86_400_000;
/** Bodies are searched to this depth. */
const MAX_DEPTH = 3;

/**
 * Dates and times that satisfy a description such as "must be in the future and at most 120 days ahead", by the name of
 * the argument or member. No schema can state that a time depends on the clock. The time is noon of a day after `now`,
 * so that all parts of a run have the same value.
 */
export function statedTimes({ operations, schemas }: Contract, now: Date): ReadonlyMap<string, KnownValues> {
  const days = new Map<string, number>();
  for (const operation of operations)
    for (const { name, texts, stated } of placesOf(schemas, operation)) {
      const own = stated.flatMap((uri) => [...schemasInPlace(schemas, uri).values()]);
      if (!own.some((schema) => TIMES.has(ownValue(schema, 'format')))) continue;
      const distance = distanceOf(operation, name, [...texts, ...descriptionsOf(own)]);
      if (distance !== undefined) days.set(name, Math.min(distance, days.get(name) ?? distance));
    }
  return new Map([...days].map(([name, distance]) => [name, { known: timesAt(now, distance), only: false }] as const));
}

/** An argument of an operation, or a member of its body. `texts` contains its descriptions. */
interface Place {
  readonly name: string;
  readonly texts: readonly string[];
  readonly stated: readonly SchemaUri[];
}

/**
 * The arguments of an operation and the members of its body. The members of each schema are listed once, because a
 * schema may contain itself at many places.
 */
function placesOf(schemas: SchemaSource, operation: Operation): readonly Place[] {
  let level = operationArguments(operation).flatMap((argument): readonly Place[] => {
    const schema = argumentSchema(operation, argument, undefined);
    const { parameter } = argument;
    if (schema === undefined || argument.in === 'path') return [];
    return [{ name: parameter?.name ?? argument.name, texts: [parameter?.description ?? ''], stated: [schema] }];
  });
  const found = [...level];
  const listed = new Set<string>();
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    level = level.flatMap(({ stated }) => {
      const key = targetsOf(schemas, stated).join(' ');
      if (listed.has(key)) return [];
      listed.add(key);
      return [...statedMembers(schemas, stated)].map(([name, uris]) => ({ name, texts: [], stated: uris }));
    });
    found.push(...level);
  }
  return found;
}

/** The schemas to which the given schemas refer. If they refer to none, the given schemas themselves. */
function targetsOf(schemas: SchemaSource, stated: readonly SchemaUri[]): readonly SchemaUri[] {
  const targets = new Set(stated.flatMap((uri) => [...schemasInPlace(schemas, uri).keys()]));
  for (const uri of stated) targets.delete(uri);
  return targets.size === 0 ? stated : [...targets].toSorted();
}

const TIMES: ReadonlySet<unknown> = new Set(['date', 'date-time']);

/**
 * The number of days from now that the descriptions permit. `undefined` if no description clearly requires the future.
 */
function distanceOf({ summary, description }: Operation, name: string, own: readonly string[]): number | undefined {
  const around = [summary, description].flatMap((text) => wrappedSentences(text));
  const stated = [
    ...own.flatMap((text) => wrappedSentences(text)),
    ...around.filter((sentence) => quotedNames(sentence).some((each) => each.split('.').at(-1) === name)),
  ]
    .map((sentence) => sentence.replaceAll(/\s+/g, ' '))
    .filter((sentence) => FUTURE.test(sentence));
  if (stated.length === 0 || stated.some((sentence) => UNCLEAR.test(sentence))) return undefined;
  const distances = (limit: RegExp): readonly number[] =>
    stated.flatMap((sentence) => {
      const [found, count, unit = ''] = limit.exec(sentence) ?? [];
      return found === undefined ? [] : [Number(count) * (DAYS_OF[unit.toLowerCase()] ?? 0)];
    });
  const most = Math.min(...distances(AT_MOST), 2 * USUAL_DAYS);
  const least = Math.max(...distances(AT_LEAST), 0);
  const days = Math.floor(most / 2);
  return days >= 1 && days > least ? days : undefined;
}

/**
 * The noon of a working day, as a date and as a time. A day on a weekend is moved to the Friday before it, if possible.
 */
function timesAt(now: Date, days: number): readonly string[] {
  const at = new Date(now.getTime() + days * MS_OF_DAY);
  const after = at.getUTCDay() === 6 ? 1 : at.getUTCDay() === 0 ? 2 : 0;
  const moved = after < days ? new Date(at.getTime() - after * MS_OF_DAY) : at;
  const day = moved.toISOString().slice(0, 10);
  return [day, `${day}T12:00:00Z`];
}
