import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

const text = (more: JsonObject = {}): JsonObject => ({ type: 'string', ...more });
const CRON = { schedule: { cron: 'a' } };
const OF_CRON = { detail: [{ loc: ['body', 'schedule', 'cron'], msg: 'not a cron expression' }] };
/** An error body in which a union reports the errors of all its alternatives. */
const OF_UNION = {
  detail: [
    { loc: ['body', 'schedule', 'Interval', 'interval'], msg: 'Field required' },
    { loc: ['body', 'schedule', 'Interval', 'cron'], msg: 'Extra inputs are not permitted' },
    { loc: ['body', 'schedule', 'Cron', 'cron'], msg: 'Invalid cron string: "a"' },
    { loc: ['body', 'schedule', 'Rule', 'rrule'], msg: 'Field required' },
  ],
};
const about = (field: string): JsonObject => ({ errors: [{ field, message: 'is wrong' }] });

it.each<[name: string, body: JsonObject, status: number, reply: JsonObject, want: number]>([
  ['a made-up expression for cron', CRON, 422, OF_CRON, 0],
  ['all alternatives of a union', CRON, 422, OF_UNION, 0],
  ['a made-up time zone', { homeTimezone: 'a' }, 422, about('homeTimezone'), 0],
  ['an example of the contract', { schedule: { cron: '0 0 * * *' } }, 422, OF_CRON, 1],
  ['a member with a pattern', { tz: 'a' }, 422, about('tz'), 1],
  ['the name of a job', { cron_name: 'a' }, 422, about('cron_name'), 1],
  ['another member of the input', { ...CRON, cron_name: 'a' }, 422, about('cron_name'), 1],
  ['no member and no form', CRON, 422, { detail: 'is wrong' }, 1],
  ['a status that is not documented', CRON, 400, OF_CRON, 1],
])(
  'the service refuses a valid input, and the reply is about %s (violations: $4)',
  async (_, body, status, reply, want) => {
    const responses = { 201: { description: '' }, 422: { description: '' } };
    const cron = { type: 'object', required: ['cron'], properties: { cron: text({ examples: ['0 0 * * *'] }) } };
    const interval = { type: 'object', required: ['interval'], properties: { interval: { type: 'integer' } } };
    const properties = {
      schedule: { anyOf: [interval, cron] },
      homeTimezone: text(),
      tz: text({ pattern: '^a' }),
      cron_name: text(),
    };
    const schema = { type: 'object', properties };
    const post = { operationId: 'plan', requestBody: { content: { 'application/json': { schema } } }, responses };
    const own = await contractOf({ paths: { '/plans': { post } } });
    const trial = trialOf(own, 'plan', { body }, [{ response: replied(status, reply) }]);
    expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
  },
);
