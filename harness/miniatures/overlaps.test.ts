import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };
const DAY = { type: 'string', format: 'date' };
const TIMES = { from_day: { ...DAY, examples: ['2031-05-01'] }, to_day: { ...DAY, examples: ['2031-05-04'] } };

/** The contract of room bookings. `description` describes the create operation, and `conflict` its response 409. */
function paths(description: string, conflict: string, times: JsonObject = TIMES): JsonObject {
  const members = { room: TEXT, ...times };
  const sent = {
    type: 'object',
    required: Object.keys(members),
    additionalProperties: false,
    properties: members,
  };
  const status = { enum: ['held', 'confirmed', 'cancelled'] };
  const booking = { description: '', ...json({ type: 'object', properties: { id: TEXT, ...members, status } }) };
  const refused = { 404: { description: '' }, 409: { description: conflict }, 422: { description: '' } };
  return {
    '/bookings': {
      post: {
        operationId: 'book',
        description,
        requestBody: { required: true, ...json(sent) },
        responses: { 201: booking, ...refused },
      },
    },
    '/bookings/{booking_id}': {
      parameters: [inPath('booking_id')],
      get: { operationId: 'read', responses: { 200: booking, ...refused } },
    },
  };
}

/** How the service answers a booking that overlaps another one, and the state of a new booking. */
interface Ways {
  readonly overlapping: 'refused' | 'created' | 'invalid';
  readonly status?: string;
}

const service =
  ({ overlapping, status = 'confirmed' }: Ways): WrittenService =>
  () => {
    const bookings: JsonObject[] = [];
    return ({ method, segments: [, id = ''], json: body }) => {
      if (method === 'GET') {
        const found = bookings.find((booking) => booking['id'] === id);
        return found === undefined ? problem(404) : reply(200, found);
      }
      const { room = '', from_day: from = '', to_day: to = '9999-12-31', ...others } = isJsonObject(body) ? body : {};
      const isText = typeof room === 'string' && room !== '' && [...room].length <= 20;
      const areDays = [from, to].every((day) => typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day));
      if (!isText || !areDays || Object.keys(others).length > 0) return problem(422);
      const other = bookings.find(
        (each) =>
          each['room'] === room && String(each['from_day']) < String(to) && String(from) < String(each['to_day']),
      );
      if (other !== undefined && overlapping === 'refused') return problem(409);
      if (other !== undefined && overlapping === 'invalid') return problem(422);
      const booking = { ...(isJsonObject(body) && body), id: `booking-${bookings.length + 1}`, status };
      bookings.push(booking);
      return reply(201, booking);
    };
  };

const OVERLAPS = 'The booking overlaps another one of the room.';
const FORBIDDEN = 'Bookings of a room must not overlap.';
const FOUND = ['state/overlap overlap-accepted'];

it.each<[string, string, string, Ways, readonly string[]]>([
  ['the description of the 409 forbids it, and the service refuses it', '', OVERLAPS, { overlapping: 'refused' }, []],
  [
    'the description of the 409 forbids it, and the service accepts it',
    '',
    OVERLAPS,
    { overlapping: 'created' },
    FOUND,
  ],
  [
    'the description of the create forbids it, and the service refuses it',
    FORBIDDEN,
    'A conflict.',
    { overlapping: 'refused' },
    [],
  ],
  [
    'the description of the create forbids it, and the service accepts it',
    FORBIDDEN,
    'A conflict.',
    { overlapping: 'created' },
    FOUND,
  ],
  ['a booking with the state `held` may not count', '', OVERLAPS, { overlapping: 'created', status: 'held' }, []],
  ['the service refuses it with another status', '', OVERLAPS, { overlapping: 'invalid' }, []],
  ['no description forbids it', '', 'A conflict.', { overlapping: 'created' }, []],
])(
  'a check judges a second booking of a room for the same days: %s (%#)',
  async (_, description, conflict, ways, want) => {
    expect(await foundIn(paths(description, conflict), service(ways), { sequences: /overlapping|stored/ })).toEqual(
      want,
    );
  },
);

it.each<[string, JsonObject, readonly string[]]>([
  ['one date', { from_day: TIMES.from_day }, FOUND],
  ['texts without a format', { from_day: { ...TEXT, examples: ['2031-05-01'] } }, []],
])('a check judges whether bookings with these times overlap: %s → $2', async (_, times, want) => {
  const contract = paths('', OVERLAPS, times);
  const found = await foundIn(contract, service({ overlapping: 'created' }), { sequences: /overlapping/, cases: /^$/ });
  expect(found).toEqual(want);
});

/** A service whose bookings can be cancelled. `isFreed`: whether a cancelled booking no longer blocks its days. */
const cancellable =
  (isFreed: boolean): WrittenService =>
  () => {
    const bookings: JsonObject[] = [];
    return ({ method, segments: [, id = '', action], json: body }) => {
      const at = bookings.findIndex((booking) => booking['id'] === id);
      const found = bookings[at];
      if (id !== '' && found === undefined) return problem(404);
      if (found !== undefined && action === 'cancel') bookings[at] = { ...found, status: 'cancelled' };
      if (id !== '' && method !== (action === undefined ? 'GET' : 'POST')) return problem(405);
      if (id !== '') return reply(200, bookings[at] ?? null);
      const { room = '', from_day: from = '', ...others } = isJsonObject(body) ? body : {};
      if (typeof room !== 'string' || room === '' || [...room].length > 20 || Object.keys(others).length > 0)
        return problem(422);
      if (typeof from !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(from)) return problem(422);
      const isBlocked = bookings.some(
        (each) => each['room'] === room && each['from_day'] === from && !(isFreed && each['status'] === 'cancelled'),
      );
      if (isBlocked) return problem(409);
      const booking = { room, from_day: from, id: `booking-${bookings.length + 1}`, status: 'confirmed' };
      bookings.push(booking);
      return reply(201, booking);
    };
  };

const REFUSED = ['state/overlap freed-refused'];

it.each<[string, string, string, boolean, readonly string[]]>([
  ['the state does not block, and the service accepts it', 'Cancelled bookings do not block the room.', '', true, []],
  ['the state does not block', 'Cancelled bookings do not block other bookings.', '', false, REFUSED],
  ['the action frees the days', '', 'Cancels it. Its dates are free again.', false, REFUSED],
  ['no text states it', '', 'Cancels it.', false, []],
])('a check judges an equal booking after a cancellation: %s', async (_, more, description, isFreed, want) => {
  const { '/bookings': create, '/bookings/{booking_id}': read } = paths(`${FORBIDDEN} ${more}`, OVERLAPS, {
    from_day: TIMES.from_day,
  });
  const { get } = isJsonObject(read) ? read : {};
  const responses = isJsonObject(get) ? get['responses'] : {};
  const cancel = { parameters: [inPath('booking_id')], post: { operationId: 'cancel', description, responses } };
  const contract: JsonObject = {
    '/bookings': create ?? {},
    '/bookings/{booking_id}': read ?? {},
    '/bookings/{booking_id}/cancel': cancel as JsonObject,
  };
  const found = await foundIn(contract, cancellable(isFreed), { sequences: /freed/, cases: /^$/ });
  expect(found).toEqual(want);
});
