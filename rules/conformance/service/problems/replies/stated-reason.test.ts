import { expect, it } from 'vitest';
import type { Json } from '../../../../../contract/json/json.js';
import { replied, things, trialOf, contextOf } from '../../../../fixtures/trials.js';
import { noServerError } from '../../no-server-error.js';
import { rejectedMembers } from './rejected-members.js';
import { statedReason, statedState } from './stated-reason.js';

const TOO_LONG = { loc: ['body', 'title'], msg: 'At most 30 characters', input: 'aaa' };

it.each<[string, Json, string | undefined, readonly string[]]>([
  ['a title', { title: 'Bad tenant "a1"' }, 'Bad tenant *', []],
  ['a list with a usual name', { detail: [TOO_LONG] }, 'body/title At most * characters', ['body/title']],
  [
    'a list with an unusual name',
    { problems: [TOO_LONG], sent: {} },
    'body/title At most * characters',
    ['body/title'],
  ],
  ['a list whose elements have data instead of places', { items: [{ name: 'a', msg: 'b' }] }, undefined, []],
  ['two lists with other names', { one: [TOO_LONG], two: [{ field: 'b' }] }, undefined, []],
  ['an empty list with an unusual name', { problems: [] }, undefined, []],
  [
    'equal texts for several members',
    {
      errors: [
        { field: 'a', msg: 'no' },
        { field: 'b', msg: 'no' },
      ],
    },
    'a b no',
    ['a', 'b'],
  ],
  [
    'a list with more members than are compared',
    { errors: ['d', 'c', 'b', 'a', 'e'].map((field) => ({ field })) },
    'a b c d',
    [],
  ],
  [
    'an object around the error',
    { error: { type: 'invalid', message: 'No such "a"', param: 'shop' } },
    'invalid No such * shop',
    ['shop'],
  ],
  ['an object around the error that names no member', { error: { code: 'busy', path: '/a', param: null } }, 'busy', []],
  [
    'a list in an object around the error',
    { error: { code: 'c', details: [TOO_LONG] } },
    'c body/title At most * characters',
    ['body/title'],
  ],
  ['lists of messages by member', { name: ['No "a"'], size: ['b', 'c'] }, 'name size No * b c', ['name', 'size']],
  ['a message about the whole input, and none by member', { non_field_errors: ['a'] }, 'a', []],
  ['messages by member in `errors`', { errors: { name: ['no'] }, title: 'e' }, 'e name no', ['name']],
  ['lists by member that are no messages', { rows: [1], name: ['a'] }, undefined, []],
  [
    'a list of an unusual name whose elements have a path beside a message',
    { error: { fields: [{ path: 'a', message: 'm' }] } },
    'a m',
    ['a'],
  ],
  [
    'a list in an object with details',
    { message: 'm', details: { causes: [{ field: 'a.b', message: 'n' }] } },
    'm a.b n',
    ['a.b'],
  ],
  ['an error about the whole request', { errors: [{ field: 'request', message: 'n' }] }, 'request n', []],
  [
    'an error of a list that names no member (JSON:API)',
    { errors: [{ status: '403', title: 'Forbidden', detail: 'At most 500' }] },
    'At most * Forbidden',
    [],
  ],
  [
    'a title beside an error that names no member',
    { title: 'e', errors: [{ status: '403', detail: 'At most 500' }] },
    'e',
    [],
  ],
  ['a body that is a text', 'no', undefined, []],
])('reads the reason from a reply that has %s: $2', (_, body, reason, members) => {
  const reply = replied(422, body);
  expect([statedReason(reply), rejectedMembers(reply)]).toEqual([reason, members]);
});

it('if a reply states no reason, the start of its body is used as the reason', () => {
  expect(statedState(replied(503, { exception_message: 'Busy for 12 s' }))).toBe(
    '{"exception_message":"Busy for * s"}',
  );
});

it('two 503 replies have the same cause if they state the same reason', async () => {
  const contract = await things();
  const causes = (['makeThing', 'getThing'] as const).flatMap((id) => {
    const input = id === 'makeThing' ? { body: { name: 'a' } } : { path: { thing_id: 'a' } };
    return [
      [503, 'Busy'],
      [503, 'Off'],
      [500, 'Busy'],
    ].map(([status, title = '']) => {
      const trial = trialOf(contract, id, input, [{ response: replied(Number(status), { title }) }]);
      return noServerError.check(trial, contextOf(contract))?.map(({ kind, cause = '' }) => `${kind} ${cause}`)[0];
    });
  });
  expect(causes).toEqual([
    'unavailable unavailable Busy',
    'unavailable unavailable Off',
    'server-error makeThing',
    'unavailable unavailable Busy',
    'unavailable unavailable Off',
    'server-error getThing',
  ]);
});
