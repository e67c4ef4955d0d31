import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

const TEXT =
  'Creates a payment. With `confirm`, it is paid at once: this needs a `method`, else it is refused with 400.';
const MISSING = { error: { code: 'missing', message: 'is required', param: 'method' } };

it.each<[name: string, text: string, body: JsonObject, status: number, reply: JsonObject, want: number]>([
  ['the text makes the missing member depend on a sent one', TEXT, { confirm: true }, 400, MISSING, 0],
  [
    'the text makes the missing member depend on a sent value',
    'With the kind `later`, a `method` is required (400).',
    { kind: 'later' },
    400,
    MISSING,
    0,
  ],
  [
    'the given value is another one',
    'With the kind `later`, a `method` is required (400).',
    { kind: 'now' },
    400,
    MISSING,
    1,
  ],
  ['the missing member is given', TEXT, { confirm: true, method: 'a' }, 400, MISSING, 1],
  ['the member on which it depends is not given', TEXT, { amount: 1 }, 400, MISSING, 1],
  ['the reply names another member', TEXT, { confirm: true }, 400, { errors: [{ field: 'note' }] }, 1],
  ['the reply names no member', TEXT, { confirm: true }, 400, {}, 1],
  ['the text is about another status', TEXT.replace('400', '409'), { confirm: true }, 400, MISSING, 1],
  ['the text is about no refusal', 'With `confirm`, it is paid by the `method`.', { confirm: true }, 400, MISSING, 1],
  ['the status is not documented', TEXT.replace('400', '422'), { confirm: true }, 422, MISSING, 1],
])(
  'the service refuses an input because one member depends on another: %s (violations: $5)',
  async (_, description, body, status, reply, want) => {
    const responses = { 201: { description: '' }, 400: { description: '' } };
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
    const post = { operationId: 'pay', description, requestBody, responses };
    const own = await contractOf({ paths: { '/payments': { post } } });
    const trial = trialOf(own, 'pay', { body }, [{ response: replied(status, reply) }]);
    expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
  },
);
