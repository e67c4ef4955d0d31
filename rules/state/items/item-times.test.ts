import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { itemTimes } from './item-times.js';

type Times = readonly [created: string | null, updated: string | null];

interface Given {
  readonly names?: readonly [created: string, updated: string];
  readonly before: Times;
  /** The times in the reply to the create. Default: those in `before`. */
  readonly replied?: Times;
  /** The times in the read after the change. If omitted, the item is not changed. */
  readonly after?: Times;
  /** The milliseconds between the first read and the change. */
  readonly elapsedMs?: number;
  /** The title that the change sends. Before the change, the title is `A`. */
  readonly title?: string;
  readonly status?: number;
  /** The description of the change. */
  readonly text?: string;
  /** Members that the requests of a create and a change may contain. */
  readonly sent?: JsonObject;
  /** The member of a reply that contains the item. */
  readonly envelope?: string;
  /** The member of the item that contains the times. */
  readonly within?: string;
}

async function kinds(given: Given): Promise<readonly string[] | undefined> {
  const {
    names = ['created_at', 'updated_at'],
    before,
    after,
    elapsedMs = 2000,
    title = 'B',
    envelope,
    within,
  } = given;
  const time = { type: ['string', 'null'], format: 'date-time' };
  const times = { [names[0]]: time, [names[1]]: time };
  const about = within === undefined ? times : { [within]: { type: 'object', properties: times } };
  const properties = { id: { type: 'string' }, title: { type: 'string' }, ...about };
  const item = { type: 'object', properties };
  const whole =
    envelope === undefined ? item : { type: 'object', required: [envelope], properties: { [envelope]: item } };
  const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const responses = Object.fromEntries(
    ['200', '202'].map((status) => [status, { description: '', ...content(whole) }]),
  );
  const requestBody = content({ type: 'object', properties: { title: { type: 'string' }, ...given.sent } });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const contract = await contractOf({
    paths: {
      '/pads': { post: { operationId: 'add', requestBody, responses } },
      '/pads/{id}': {
        parameters: [id],
        get: { operationId: 'read', responses },
        patch: { operationId: 'change', description: given.text ?? '', requestBody, responses },
      },
    },
  });
  const call = (operation: string, step: string, body: JsonObject | undefined, value: JsonObject, at: number) => {
    const feeds = [{ in: 'path', name: 'id', pointer: '/id', step: 'add' } as const];
    const input = { ...(body && { body }), ...(operation !== 'add' && { path: { id: '1' } }) };
    const response = replied(
      operation === 'change' ? (given.status ?? 200) : 200,
      envelope ? { [envelope]: value } : value,
    );
    const trial = trialOf(contract, operation, input, [{ response }], {
      id: step,
      ...(operation !== 'add' && { feeds }),
    });
    const [observation] = trial.observations as [Observation];
    return {
      ...trial,
      observation: { ...observation, exchanges: observation.exchanges.map((each) => ({ ...each, arrivedAt: at })) },
    };
  };
  const shown = (text: string, [created, updated]: Times): JsonObject => {
    const shownTimes = { [names[0]]: created, [names[1]]: updated };
    return { id: '1', title: text, ...(within === undefined ? shownTimes : { [within]: shownTimes }) };
  };
  const first = shown('A', before);
  const later =
    after === undefined
      ? []
      : [
          call('change', 'change', { title }, shown(title, after), elapsedMs),
          call('read', 'again', undefined, shown(title, after), elapsedMs + 1),
        ];
  const made = given.replied ? shown('A', given.replied) : first;
  const calls = [call('add', 'add', { title: 'A' }, made, 0), call('read', 'read', undefined, first, 0), ...later];
  const { observation, ...trial } = calls.at(-1) as (typeof calls)[number];
  const last = { ...observation, earlier: calls.slice(0, -1).map((each) => each.observation) };
  return itemTimes.check({ ...trial, observations: [last] }, contextOf(contract))?.map(({ kind }) => kind);
}

const [ONE, TWO] = ['2026-01-01T10:00:00.123Z', '2026-01-01T10:00:02.456Z'];
const UPDATE = ['update-time-wrong'];
const CREATE = ['create-time-changed'];
const NOT_SET = ['time-not-set'];
const EDITED = { names: ['created_at', 'edited_at'], before: [ONE, null] } as const;

it.each<[string, Given, readonly string[] | undefined]>([
  ['a change sets the time of the last change', { before: [ONE, ONE], after: [ONE, TWO] }, []],
  ['the first change sets the time of the last change', { before: [ONE, null], after: [ONE, TWO] }, []],
  ['the time of the last change stays the same', { before: [ONE, ONE], after: [ONE, ONE] }, UPDATE],
  [
    'the time of the last change stays the same, in members with less common names',
    { names: ['createdAt', 'lastModified'], before: [ONE, ONE], after: [ONE, ONE] },
    UPDATE,
  ],
  ['the time in `meta` stays the same', { within: 'meta', before: [ONE, ONE], after: [ONE, ONE] }, UPDATE],
  ['the time in `meta` is set', { within: 'meta', before: [ONE, ONE], after: [ONE, TWO] }, []],
  [
    'the time of the create in `metadata` changes',
    { within: 'metadata', before: [ONE, ONE], after: [TWO, TWO] },
    CREATE,
  ],
  ['the time in another object', { within: 'owner', before: [ONE, ONE], after: [ONE, ONE] }, undefined],
  [
    'the time in `meta` that a request may set',
    {
      within: 'meta',
      before: [ONE, ONE],
      after: [ONE, ONE],
      sent: {
        meta: { type: 'object', properties: { updated_at: { type: 'string' }, created_at: { type: 'string' } } },
      },
    },
    undefined,
  ],
  [
    'the time in `meta` that a request cannot set',
    {
      within: 'meta',
      before: [ONE, ONE],
      after: [ONE, ONE],
      sent: { meta: { readOnly: true, type: 'object', properties: { updated_at: { type: 'string' } } } },
    },
    UPDATE,
  ],
  [
    'the time in an object with any members',
    { within: 'meta', before: [ONE, ONE], after: [ONE, ONE], sent: { meta: { type: 'object' } } },
    undefined,
  ],
  ['the time in an envelope stays the same', { envelope: 'data', before: [ONE, ONE], after: [ONE, ONE] }, UPDATE],
  [
    'the time in whole seconds stays the same',
    {
      before: ['2026-01-01T10:00:01Z', '2026-01-01T10:00:01Z'],
      after: ['2026-01-01T10:00:01Z', '2026-01-01T10:00:01Z'],
    },
    UPDATE,
  ],
  [
    'the time in whole minutes stays the same',
    {
      before: ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z'],
      after: ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z'],
    },
    [],
  ],
  ['the change follows too soon', { before: [ONE, ONE], after: [ONE, ONE], elapsedMs: 900 }, []],
  ['the change changes nothing', { before: [ONE, ONE], after: [ONE, ONE], title: 'A' }, []],
  ['the change is made later', { before: [ONE, ONE], after: [ONE, ONE], status: 202 }, []],
  ['the time of the last change goes back', { before: [ONE, TWO], after: [ONE, ONE], elapsedMs: 1 }, UPDATE],
  [
    'the clock of a second server is a little behind',
    { before: [ONE, '2026-01-01T10:00:00.500Z'], after: [ONE, '2026-01-01T10:00:00.400Z'], elapsedMs: 1 },
    [],
  ],
  ['the create returned a different time of the create', { replied: [ONE, null], before: [TWO, null] }, CREATE],
  [
    'the create returned the time of the create with more digits',
    { replied: ['2026-01-01T10:00:00.123456Z', null], before: [ONE, null] },
    [],
  ],
  [
    'the create returned the time of the create with milliseconds, and the service stores whole seconds',
    { replied: [ONE, null], before: ['2026-01-01T10:00:00Z', null] },
    CREATE,
  ],
  [
    'the time of the create is rounded to microseconds when it is stored',
    { replied: ['2026-01-01T10:00:00.999999900Z', null], before: ['2026-01-01T10:00:01.000000Z', null] },
    [],
  ],
  [
    'the stored time of the create lacks the zeros at its end',
    { replied: ['2026-01-01T10:00:00.120Z', null], before: ['2026-01-01T10:00:00.12Z', null] },
    [],
  ],
  ['a change sets a new time of the create', { before: [ONE, ONE], after: [TWO, TWO] }, CREATE],
  [
    'a change moves the time of the create by one millisecond',
    { before: [ONE, ONE], after: ['2026-01-01T10:00:00.124Z', TWO] },
    CREATE,
  ],
  [
    'the time of the create is rounded when it is stored',
    { before: ['2026-01-01T10:00:00.123456Z', ONE], after: [ONE, TWO] },
    [],
  ],
  [
    'the time of the create has a different offset',
    { before: [ONE, ONE], after: ['2026-01-01T12:00:00.123+02:00', TWO] },
    [],
  ],
  [
    'a client may set the time of the create',
    { sent: { created_at: { type: 'string' } }, before: [ONE, ONE], after: [TWO, TWO] },
    [],
  ],
  ['a new item was changed before it was created', { before: [TWO, ONE] }, UPDATE],
  ['the times of a new item are read from the clock twice', { before: [TWO, '2026-01-01T10:00:02.450Z'] }, []],
  [
    'the members `opened` and `closed` are not known as times of an item',
    { names: ['opened', 'closed'], before: [TWO, ONE] },
    undefined,
  ],
  ['a stated time is set', { ...EDITED, text: 'Sets `edited_at`.', after: [ONE, TWO] }, []],
  ['a stated time is not set', { ...EDITED, text: 'Sets `edited_at`.', after: [ONE, null] }, NOT_SET],
  [
    'a stated time is not set to the time of the call',
    { ...EDITED, text: 'Replaces the title, and sets `edited_at` to the time of the edit.', after: [ONE, null] },
    NOT_SET,
  ],
  ['a text sets another value', { ...EDITED, text: 'Sets `edited_at` to `null`.', after: [ONE, null] }, []],
  ['a text has a condition', { ...EDITED, text: 'Sets `edited_at` if it is public.', after: [ONE, null] }, []],
  ['no text states the time', { ...EDITED, text: 'Changes `edited_at`.', after: [ONE, null] }, []],
  [
    'a change with a stated time changes nothing',
    { ...EDITED, text: 'Sets `edited_at`.', title: 'A', after: [ONE, null] },
    [],
  ],
  [
    'a client may send the stated time',
    { ...EDITED, sent: { edited_at: { type: 'string' } }, text: 'Sets `edited_at`.', after: [ONE, null] },
    [],
  ],
  ['the members have no times', { before: ['today', 'yesterday'] }, []],
])(
  'the times of the create and of the last change of an item must agree with the calls: %s (violations: $2)',
  async (_, given, want) => {
    expect(await kinds(given)).toEqual(want);
  },
);
