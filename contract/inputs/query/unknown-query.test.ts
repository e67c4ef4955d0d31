import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import { refusesUnknownQuery } from './unknown-query.js';

/**
 * Whether a contract refuses unknown query parameters. `general` is the description of the contract, `description` that
 * of the operation, and `refusal` that of the response with `status`.
 */
async function isRefused(general: string, description = '', refusal = '', status = '400'): Promise<boolean> {
  const get = {
    operationId: 'list',
    description,
    responses: { 200: { description: '' }, [status]: { description: refusal } },
  };
  const contract = await contractOf({
    info: { title: 'A', version: '1', description: general },
    paths: { '/a': { get } },
  });
  return refusesUnknownQuery(contract, operationOf(contract, 'list'));
}

it.each<[string, boolean]>([
  ['Unknown members of a body and unknown query parameters are refused with 400.', true],
  ['A query parameter that is not listed for an operation leads to a 400.', true],
  ['Unrecognized parameters are rejected.', true],
  ['Query parameters which are not documented\nare not allowed.', true],
  ['Unknown query parameters are ignored.', false],
  ['Unknown query parameters are ignored. Unknown query parameters in strict mode are refused.', false],
  ['Unknown query parameters may be refused.', false],
  ['Unknown query parameters are refused with 400 if `strict` is set.', false],
  ['Unknown query parameters are not refused.', false],
  ['Unknown members are refused with 400.', false],
  ['Query parameters that are not valid are refused with 400.', false],
  ['Unknown query parameters are logged.', false],
  ['Unknown query parameters are dropped without an error.', false],
  ['Unknown query parameters do not cause errors.', false],
  ['Unknown query parameters are never rejected.', false],
  ['Unknown query parameters are no error.', false],
  ['Unknown query parameters of searches are rejected with 400.', false],
])('a text states that unknown query parameters are refused: "%s" → %s', async (text, want) => {
  expect(await isRefused(text)).toBe(want);
  expect(await isRefused('', text)).toBe(want);
  expect(await isRefused(text, '', '', '404')).toBe(false);
});

it.each<[string, boolean]>([
  ['A query parameter is unknown or has an invalid value.', true],
  ['An unknown query parameter was given.', true],
  ['A query parameter has an invalid value.', false],
  ['The member is unknown.', false],
])('the description of a refusal mentions unknown query parameters: "%s" → %s', async (text, want) => {
  expect(await isRefused('', '', text)).toBe(want);
  expect(await isRefused('', '', text, '404')).toBe(false);
});
