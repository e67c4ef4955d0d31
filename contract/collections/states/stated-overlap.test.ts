import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import { statedOverlap } from './stated-overlap.js';

const STATES = ['Pending', 'Confirmed', 'Checked_In', 'Cancelled'];

/**
 * The states of an item in which no other item may overlap it. `description` and `refusal` are the texts of the create
 * operation and of its 409.
 */
async function blocking(description: string, refusal: string, path = '/api/Bookings'): Promise<string> {
  const responses = { 201: { description: '' }, 409: { description: refusal } };
  const contract = await contractOf({ paths: { [path]: { post: { operationId: 'add', description, responses } } } });
  const stated = statedOverlap(operationOf(contract, 'add'));
  return STATES.filter((state) => stated?.isBlocking(state, STATES)).join(' ');
}

const USUAL = 'Confirmed Checked_In';

it.each<[string, string]>([
  ['The booking overlaps another one of the room or the guest.', USUAL],
  ['`overlap`: it overlaps an existing booking.', USUAL],
  ['The room is already booked for one of the nights.', USUAL],
  ['The time conflicts with another booking.', USUAL],
  ['It overlaps another confirmed booking.', 'Confirmed'],
  ['It overlaps a booking that is not cancelled.', 'Pending Confirmed Checked_In'],
  ['The room is already booked by another guest.', ''],
  ['The room is booked by someone else.', ''],
  ['The tour is booked out on this day.', ''],
  ['All copies are already reserved.', ''],
  ['The room is fully booked.', ''],
  ['The booking does not overlap another one.', ''],
  ['The nights of the request overlap.', ''],
  ['The period conflicts with the opening hours.', ''],
  ['It overlaps another booking, unless it is cancelled.', ''],
  ['The state of the hotel does not permit the change.', ''],
])(
  'by the description of a 409, an item must not overlap items in these states: "%s" → "%s"',
  async (refusal, want) => {
    expect(await blocking('', refusal)).toBe(want);
  },
);

it.each<[string, string]>([
  ['Bookings of a room must not overlap.', USUAL],
  ['No two bookings of a room may overlap.', USUAL],
  ['Overlapping bookings are refused.', USUAL],
  ['Neither the room nor the guest may have another booking in the state `Confirmed` that overlaps.', 'Confirmed'],
  [
    'The room must be active, large enough, and not be booked for any night by a booking that is not cancelled (409).',
    'Pending Confirmed Checked_In',
  ],
  ['A booking that starts when another ends does not overlap.', ''],
  ['The nights of the request must not overlap.', ''],
  ['Bookings may overlap.', ''],
  ['Bookings must not overlap, except those of the owner.', ''],
  ['Bookings should not overlap.', ''],
  ['Bookings of a room must not overlap (412).', ''],
])(
  'by the description of the create operation, an item must not overlap items in these states: "%s" → "%s"',
  async (description, want) => {
    expect(await blocking(description, 'A conflict.')).toBe(want);
  },
);

it.each<[string, string]>([
  ['The booking overlaps another one of the room or the guest.', 'room_id guest_id'],
  ['The room is already booked.', 'room_id'],
  ['The booking overlaps another one.', ''],
  ['The booking overlaps another one of the room and the guest.', ''],
])('finds the members that refer to what is booked: "%s" → "%s"', async (refusal, want) => {
  const responses = { 201: { description: '' }, 409: { description: refusal } };
  const paths = { '/bookings': { post: { operationId: 'add', responses } } };
  const stated = statedOverlap(operationOf(await contractOf({ paths }), 'add'));
  expect(stated?.resources(['room_id', 'guest_id']).join(' ') ?? '').toBe(want);
});
