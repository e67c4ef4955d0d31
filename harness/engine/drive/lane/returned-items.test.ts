import { expect, it } from 'vitest';
import type { Case } from '../../../../contract/case.js';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { replied, trialOf } from '../../../../rules/fixtures/trials.js';
import { ReturnedItems } from './returned-items.js';

const TEXT = { type: 'string' };
const TAG = { type: 'object', properties: { tag_id: TEXT, name: TEXT } };
const CONTENT = { content: { 'application/json': { schema: TAG } } };
const ID = { name: 'tag_id', in: 'path', required: true, schema: TEXT };
const REPLY = { 200: { description: '', ...CONTENT } };
const PATHS = {
  '/tags': { post: { operationId: 'add', requestBody: CONTENT, responses: REPLY } },
  '/tags/{tag_id}': { get: { operationId: 'read', parameters: [ID], responses: REPLY } },
};

type Call = readonly [status: number, sent: JsonObject, returned: JsonObject];
const FIRST: Call = [200, { name: 'a' }, { tag_id: '1' }];

it.each<[string, readonly (Call | 'reset')[], boolean]>([
  ['the first item', [FIRST], false],
  ['an item with a new identifier', [FIRST, [200, { name: 'a' }, { tag_id: '2' }]], false],
  ['the same item a second time', [FIRST, [200, { name: 'a' }, { tag_id: '1' }]], true],
  [
    'the same item after a 201',
    [
      [201, {}, { tag_id: '1' }],
      [200, {}, { tag_id: '1' }],
    ],
    true,
  ],
  ['a 201 with a known identifier', [FIRST, [201, {}, { tag_id: '1' }]], false],
  ['an identifier that the client chose', [FIRST, [200, { tag_id: '1' }, { tag_id: '1' }]], false],
  ['the same identifier after a reset', [FIRST, 'reset', [200, {}, { tag_id: '1' }]], false],
  ['a refused create', [FIRST, [409, {}, { tag_id: '1' }]], false],
  ['a reply without an identifier', [FIRST, [200, {}, {}]], false],
])('states whether a create returned an earlier item: %s → $2', async (_, calls, want) => {
  const contract = await contractOf({ paths: PATHS });
  const items = new ReturnedItems(collectionsOf(contract).all);
  const seen = calls.map((call) => {
    if (call === 'reset') return items.clear();
    const [status, body, returned] = call;
    const { observations } = trialOf(contract, 'add', { body }, [{ response: replied(status, returned) }]);
    const [observation] = observations;
    return observation && items.noted({ ...observation, case: { operation: 'add', input: { body } } as Case });
  });
  expect(seen.at(-1)?.isEarlierItem === true).toBe(want);
});
