import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

const UNKNOWN = { Code: '400 BadRequest', Message: 'There is no account with the id a' };
const IN_CONTRACT = 'An id for which there is no resource gives **400**, not 404.';

interface Texts {
  readonly info?: string;
  readonly operation?: string;
  readonly response?: string;
}

it.each<[name: string, texts: Texts, status: number, reply: JsonObject, want: number]>([
  ['the text of the contract', { info: IN_CONTRACT }, 400, UNKNOWN, 0],
  ['the text of the operation', { operation: 'An unknown account is 400.' }, 400, UNKNOWN, 0],
  ['the text of the response', { response: 'The account does not exist.' }, 400, UNKNOWN, 0],
  ['a text about another status', { operation: 'An unknown account is 403.' }, 400, UNKNOWN, 1],
  ['a text about something else', { info: 'Bad input gives 400.' }, 400, UNKNOWN, 1],
  ['no text', {}, 400, UNKNOWN, 1],
  ['a reply about something else', { info: IN_CONTRACT }, 400, { Message: 'The id is too long' }, 1],
  ['a status that is not documented', { info: IN_CONTRACT }, 422, UNKNOWN, 1],
])(
  'the service refuses an unknown item with a status other than 404; the contract permits it in %s (violations: $4)',
  async (_, texts, status, reply, want) => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const responses = { 200: { description: '' }, 400: { description: texts.response ?? '' } };
    const get = { operationId: 'read', description: texts.operation ?? '', parameters, responses };
    const own = await contractOf({
      info: { title: 'Accounts', version: '1', description: texts.info ?? '' },
      paths: { '/accounts/{id}': { get } },
    });
    const trial = trialOf(own, 'read', { path: { id: 'a' } }, [{ response: replied(status, reply) }]);
    expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
  },
);
