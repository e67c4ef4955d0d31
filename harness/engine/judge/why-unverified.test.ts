import { expect, test } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { whyUnverified } from './why-unverified.js';

const reply = (mediaType: string): object => ({
  responses: { 200: { description: '', content: { [mediaType]: { schema: { type: 'string' } } } } },
});
const contract = await contractOf({
  paths: {
    '/plain': { get: { operationId: 'plain', ...reply('application/json') } },
    '/events': { get: { operationId: 'events', ...reply('text/event-stream') } },
  },
});
const NO_CASE = 'no case could verify the rule on this surface';

test.each([
  ['stream/no-repeat', 'plain', [], 'not applicable: the operation has no stream'],
  ['stream/no-repeat', 'events', [], NO_CASE],
  ['parity/same-value', 'plain', [], NO_CASE],
  ['parity/same-value', 'plain', [['parity/same-value']], 'not applicable on the backends of this run'],
  ['parity/same-value', 'plain', [['parity/same-value'], []], NO_CASE],
])('why %s was not verified for the operation %s with the cells %j', (rule, id, lists, want) => {
  const operation = contract.operations.find((each) => each.id === id);
  expect(
    whyUnverified(
      rule,
      operation,
      lists.map((inapplicable) => ({ inapplicable })),
    ),
  ).toBe(want);
});
