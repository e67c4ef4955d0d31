import { expect, test } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { statedLimit } from './stated-limit.js';

interface More {
  readonly refusal?: string;
  readonly body?: JsonObject;
}

async function limitOf(path: string, description: string, { refusal = 'No.', body }: More = {}): Promise<unknown> {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const responses = { '201': { description: 'Made.' }, '409': { description: refusal }, '422': { description: 'No.' } };
  const requestBody = body && { content: { 'application/json': { schema: body } } };
  const contract = await contractOf({
    paths: {
      [path]: { post: { operationId: 'act', description, parameters, responses, ...(requestBody && { requestBody }) } },
    },
  });
  const [operation] = contract.operations;
  const limit = operation && statedLimit(contract, operation);
  return limit && [limit.most, ...limit.statuses];
}

const RENEW = '/loans/{loan_id}/renew';
const RULES = '/flags/{flag_id}/rules';
const SETTINGS = '/flags/{flag_id}/environments/{environment_id}/rules';
const REVIEWS = '/products/{product_id}/reviews';

test.each<[string, string, unknown]>([
  [RENEW, 'A loan can be renewed twice; a third renewal is refused with 409.', [2, '409']],
  [RENEW, 'Adds 14 days. A third renewal is refused with 422.', [2, '422']],
  [RENEW, 'A loan may be renewed at most three times, otherwise 409.', [3, '409']],
  [RENEW, 'A loan can be renewed no more than 2 times. A further renewal is rejected.', [2, '409']],
  [SETTINGS, 'An environment can have at most five rules for a flag; a sixth is refused with 409.', [5, '409']],
  [RULES, 'A flag has up to 3 rules (422 beyond that).', [3, '422']],
  [RULES, 'At most 4 rules per flag. Another one is answered with 409.', [4, '409']],
  [RULES, 'The 6th rule is rejected with 422.', [5, '422']],
  [RENEW, 'A loan can be renewed twice.', undefined],
  [RENEW, 'A loan can be renewed twice a day; a third renewal is refused with 409.', undefined],
  [RENEW, 'A second renewal is refused with 409.', undefined],
  [RENEW, 'A third renewal within a minute is refused with 409.', undefined],
  [RENEW, 'A third request with the same key is refused with 409.', undefined],
  [RENEW, 'Renewing a loan twice is refused with 409.', undefined],
  [RULES, 'A rule has at most five values; a sixth is refused with 409.', undefined],
  [RULES, 'At most 4 active rules per flag. Another one is answered with 409.', undefined],
  [RULES, 'At most 40 rules per flag; 409 otherwise.', undefined],
  [RULES, 'At most three rules can be added at a time; 422 otherwise.', undefined],
  [RENEW, 'A member can renew a loan twice; a third renewal is refused with 409.', undefined],
  [REVIEWS, 'At most three reviews per customer; a fourth is refused with 409.', undefined],
  [REVIEWS, 'A customer can write at most 3 reviews, otherwise 409.', undefined],
  [REVIEWS, 'Returns up to 3 reviews; 404 if the product is unknown.', undefined],
  [REVIEWS, 'Adds up to 3 reviews in one request; more are refused with 422.', undefined],
  [REVIEWS, 'At most 3 reviews are shown. Otherwise the request gives 404.', undefined],
  [RULES, 'At most five rules are evaluated. The first one that fits wins, 409 if none does.', undefined],
])('a text states how often an operation may be called: %s: %s (limit and statuses: %j)', async (path, text, want) => {
  expect(await limitOf(path, text)).toEqual(want);
});

test.each<[string, string, unknown]>([
  [RENEW, 'The loan was already renewed twice.', [2, '409']],
  [RENEW, 'The loan is returned, or was already renewed three times.', [3, '409']],
  [RULES, 'The flag already has five rules.', [5, '409']],
  [RULES, 'The limit of 4 rules is reached.', [4, '409']],
  [RULES, 'A key is taken; more than 3 rules per flag.', [3, '409']],
  [RENEW, 'The loan was already renewed.', undefined],
  [RENEW, 'The loan was already renewed twice today, or within a day.', undefined],
  [RULES, 'The flag already has five conditions.', undefined],
  [RULES, 'The flag already has 2 rules, or its project more than 6 rules.', undefined],
  [RULES, 'The two rules are equal.', undefined],
])('the description of a refusal states a limit: %s: %s (limit and status: %j)', async (path, refusal, want) => {
  expect(await limitOf(path, 'Does it.', { refusal })).toEqual(want);
});

test('a number in the text of an operation that adds several items may be about one call', async () => {
  const text = 'At most 3 rules can be added; a fourth is refused with 422.';
  const key: JsonObject = { type: 'object', properties: { key: { type: 'string' } } };
  const list: JsonObject = { type: 'array', items: key };
  expect(await limitOf(RULES, text, { body: key })).toEqual([3, '422']);
  expect(await limitOf(RULES, text, { body: list })).toBeUndefined();
  expect(await limitOf(RULES, text, { body: { type: 'object', properties: { rules: list } } })).toBeUndefined();
});
