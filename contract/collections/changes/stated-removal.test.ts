import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import { statesGone, statesRemovalOf } from './stated-removal.js';

it.each<[string, string, boolean]>([
  ['Deletes a project with its tasks and their comments.', 'tasks', true],
  ['Deletes a project with its tasks and their comments.', 'comments', true],
  ['Deletes the order and all of its line items.', 'lineItems', true],
  ['Deletes the order, including all line-items.', 'line_items', true],
  ['Deletes a board. All cards are deleted too.', 'cards', true],
  ['Deletes a board. Its cards will be removed.', 'cards', true],
  ['The tasks of the article are removed with it.', 'tasks', true],
  ['The tasks of the author are removed with it.', 'tasks', false],
  ['The tasks of the article are archived.', 'tasks', false],
  ['Deletes a project.', 'tasks', false],
  ['Deletes a project and its members.', 'tasks', false],
  ['Deletes a project and its subtasks.', 'tasks', false],
  ['Deletes a project. Its tasks are not deleted.', 'tasks', false],
  ['Deletes a project. Its tasks are moved to the inbox.', 'tasks', false],
  ['Deletes a project. Fails if it has tasks.', 'tasks', false],
  ['Deletes a project with its tasks, except those that are done.', 'tasks', false],
  ['Deletes a project. Its tasks are deleted later.', 'tasks', false],
  ['Deletes a project without its tasks.', 'tasks', false],
  ['Deletes a project and its 123.', '123', false],
])(
  'a description states whether the removal of an item also removes its child items: "%s", child items "%s" → %s',
  async (description, name, want) => {
    const contract = await contractOf({
      paths: {
        '/articles/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          delete: { operationId: 'remove', description, responses: { 204: { description: '' } } },
        },
      },
    });
    expect(contract.operations.map((operation) => statesRemovalOf(operation, name))).toEqual([want]);
  },
);

it.each<[string, string, string, boolean]>([
  ['A deleted order answers 410, an id which was never used 404.', '', '', true],
  ['Returns 410 for a deleted order.', '', '', true],
  ['', 'The resource is deleted. The code is `deleted`.', 'Unknown id.', true],
  ['', 'Gone: the order has been removed', '', true],
  ['', 'This order was withdrawn.', '', true],
  ['A deleted order answers 404.', '', '', false],
  ['A deleted order may answer 410.', '', '', false],
  ['A version of a deleted order answers 410.', '', '', false],
  ['Answers 410 if the order was deleted by a moderator.', '', '', false],
  ['', 'The resource was deleted less than a day ago.', '', false],
  ['', 'The resource was permanently deleted.', '', false],
  ['', 'The resource is deleted.', 'Unknown, or it was deleted.', false],
  ['', 'Gone.', '', false],
  ['', 'The shop was deleted.', '', false],
  ['Orders of a removed shop answer 410.', '', '', false],
  ['', 'The order was deleted. Only for orders that an administrator deleted.', '', false],
])(
  'a read of a removed item is answered with 410: description "%s", text of 410 "%s", text of 404 "%s" → %s',
  async (description, gone, absent, want) => {
    const responses = { 200: { description: '' }, 404: { description: absent }, 410: { description: gone } };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const get = { operationId: 'read', description, responses };
    const contract = await contractOf({ paths: { '/orders/{id}': { parameters, get } } });
    expect(contract.operations.map(statesGone)).toEqual([want]);
  },
);
