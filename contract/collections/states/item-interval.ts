import type { Contract } from '../../contract.js';
import { type Json, type JsonObject, ownValue } from '../../json/json.js';
import type { Operation } from '../../operation.js';
import { nameWords } from '../../plain-name.js';
import { schemasInPlace } from '../../wire/decode-value.js';
import { sentSchemas } from '../envelope.js';
import { statedMembers } from '../reply-members.js';

const TIMES: ReadonlySet<Json | undefined> = new Set(['date', 'date-time']);
/** Words for the start of an item in the names of members; `END` has the words for its end. */
const START: ReadonlySet<string> = new Set('start,starts,begin,begins,from,arrival,arrives,in,pickup'.split(','));
const END: ReadonlySet<string> = new Set('end,ends,until,till,to,departure,departs,out,return,dropoff'.split(','));
const LENGTH: ReadonlySet<string> = new Set('duration,length,minutes,hours,nights,days'.split(','));

/** The names of the members that contain the start and the end of an item. */
export interface IntervalNames {
  readonly start: string;
  /** The name of the member with the end. Omitted if an item has only one time. */
  readonly end?: string;
}

/**
 * The members with the times of an item in the body of a create operation, such as `checkIn` and `checkOut`, or only
 * `starts_at`. `undefined` if the body has none, or if their meaning is not clear.
 */
export function intervalNames(contract: Contract, create: Operation): IntervalNames | undefined {
  const { schemas } = contract;
  const times = [...statedMembers(schemas, sentSchemas(contract, create))].flatMap(([name, uris]) => {
    const stated = uris.flatMap((uri) => [...schemasInPlace(schemas, uri).values()]);
    return stated.some((schema) => TIMES.has(ownValue(schema, 'format'))) ? [name] : [];
  });
  const [start, ...starts] = times.filter((name) => hasWord(name, START));
  const [end, ...ends] = times.filter((name) => hasWord(name, END));
  if (starts.length > 0 || ends.length > 0 || (start !== undefined && start === end)) return undefined;
  if (start !== undefined) return { start, ...(end !== undefined && { end }) };
  const [only, ...others] = times;
  return only === undefined || end !== undefined || others.length > 0 ? undefined : { start: only };
}

/**
 * Whether an item occupies time: it has a start, the start is before the end if items have an end, and its member
 * `duration`, if any, is not 0.
 */
export function hasOwnTime({ start, end }: IntervalNames, item: JsonObject): boolean {
  const isEmpty = Object.entries(item).some(([name, value]) => value === 0 && hasWord(name, LENGTH));
  const [from, to] = [timeIn(item, start), end === undefined ? undefined : timeIn(item, end)];
  if (isEmpty || from === undefined) return false;
  return end === undefined || (to !== undefined && from < to);
}

/** The date or time in a member, in milliseconds since 1970; `undefined` if the member has no such value. */
function timeIn(item: JsonObject, name: string): number | undefined {
  const value = ownValue(item, name);
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function hasWord(name: string, words: ReadonlySet<string>): boolean {
  return nameWords(name).some((word) => words.has(word));
}
