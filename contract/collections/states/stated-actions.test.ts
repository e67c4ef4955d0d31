import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { refusedAfter, refusedUnlessRemoved } from './stated-actions.js';

/**
 * The statuses with which a new comment is refused after the issue was locked. `description` and `conflict` are the
 * texts of the operation and of its 409; `method` is the method that locks the issue.
 */
async function refusedWith(description: string, conflict: string, method = 'put'): Promise<string> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responses: JsonObject = { 201: { description: '' }, 403: { description: '' }, 409: { description: conflict } };
  const contract = await contractOf({
    paths: {
      '/issues/{id}/comments': { parameters: [id], post: { operationId: 'comment', description, responses } },
      '/issues/{id}/lock': { parameters: [id], [method]: { operationId: 'lock', responses } },
    },
  });
  return refusedAfter(operationOf(contract, 'comment'), operationOf(contract, 'lock')).join(' ');
}

it.each<[string, string, string]>([
  ['', 'The issue is locked.', '409'],
  ['', '`locked`: the issue is already locked.', '409'],
  ['A locked issue takes no comments (403).', '', '403'],
  ['A locked issue accepts no new comments.', '', '409'],
  ['An issue that is locked takes no comments.', '', '409'],
  ['An issue that is not locked takes no comments.', '', ''],
  ['An issue that is closed takes no comments.', '', ''],
  ['A locked issue takes no votes.', '', ''],
  ['A closed issue takes no comments.', '', ''],
  ['A locked issue takes no comments, except those of its owner.', '', ''],
  ['A locked issue takes comments.', '', ''],
  ['', 'The repository is locked.', ''],
  ['', 'The issue is locked by somebody else.', ''],
  ['', 'The issue is not locked.', ''],
  ['Collaborators may always comment.', 'The issue is locked.', ''],
])(
  'finds the statuses with which a comment on a locked issue is refused: description "%s", text of 409 "%s" → "%s"',
  async (description, conflict, want) => {
    expect(await refusedWith(description, conflict)).toBe(want);
    expect(await refusedWith(description, conflict, 'post')).toBe(want);
    expect(await refusedWith(description, conflict, 'delete')).toBe('');
  },
);

it.each<[string, string, boolean]>([
  ['A page that is not deleted cannot be restored (409).', '', true],
  ['A page that is not deleted is refused with 409.', '', true],
  ['', 'The page is not deleted.', true],
  ['A page that is not deleted is returned.', '', false],
  ['A page that is not archived cannot be restored.', '', false],
  ['', 'The page is not deleted or has been purged.', false],
  ['', 'The parent page is deleted.', false],
])(
  'a restore is refused if the item is not removed: description "%s", text of 409 "%s" → %s',
  async (description, conflict, want) => {
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const responses = { 200: { description: '' }, 409: { description: conflict } };
    const post = { operationId: 'restorePage', description, responses };
    const contract = await contractOf({ paths: { '/pages/{id}/restore': { parameters: [id], post } } });
    expect(refusedUnlessRemoved(operationOf(contract, 'restorePage'))).toBe(want);
  },
);
