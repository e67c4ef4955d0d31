import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import { stateRefusals } from './stated-states.js';

const STATES = ['draft', 'published', 'checked_out'];

/**
 * The states in which an operation is refused, by its description and the description of its 409. Also states whether a
 * second equal call is refused.
 */
async function refusedIn(
  [method, path, operationId]: readonly [string, string, string],
  description: string,
  refusal: string,
): Promise<string> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responses = { 204: { description: '' }, 409: { description: refusal } };
  const { operations } = await contractOf({
    paths: { [path]: { parameters: [id], [method]: { operationId, description, responses } } },
  });
  const [operation] = operations;
  const stated = operation && stateRefusals(operation, { name: 'status', values: STATES });
  const states = STATES.filter((state) => stated?.refuses(state, false));
  return [...states, ...(stated?.refuses(undefined, true) === true ? ['again'] : [])].join(' ');
}

const DELETE = ['delete', '/api/posts/{id}/', 'posts_destroy'] as const;
const PATCH = ['patch', '/posts/{id}', 'changePost'] as const;
const ADD = ['post', '/carts/{id}/lines', 'addLine'] as const;
const REVERSE = ['post', '/posts/{id}/reversal', 'reversePost'] as const;

it.each([
  [DELETE, 'Its comments are deleted. A published post cannot be deleted; archive it first.', '', 'published'],
  [DELETE, 'Draft or published posts cannot be removed.', '', 'draft published'],
  [DELETE, 'A published post cannot be edited.', '', ''],
  [DELETE, 'A published post cannot be deleted unless it is empty.', '', ''],
  [DELETE, 'A published post can be deleted.', '', ''],
  [DELETE, 'A post that is draft or published is locked, and cannot be deleted at all.', '', 'draft published'],
  [DELETE, 'A post that is `draft`, `published` or `checked_out` is final, and cannot be deleted.', '', ''],
  [DELETE, '', 'The post is draft, checked out or published by mistake.', ''],
  [PATCH, 'A post that is `draft` or `published` is final, and cannot be patched at all.', '', 'draft published'],
  [PATCH, 'Possible only while the post is draft.', '', 'published checked_out'],
  [PATCH, 'A post can be changed only while it is draft.', '', 'published checked_out'],
  [PATCH, 'Only drafts can be changed.', '', 'published checked_out'],
  [PATCH, 'The `tags` can be changed only while the post is draft.', '', ''],
  [PATCH, 'Tags can be changed only while the post is draft.', '', ''],
  [PATCH, 'The `status` moves from `draft` to `published`.', '', ''],
  [DELETE, 'A post that is published cannot be edited.', '', ''],
  [DELETE, 'The author of a post that is published cannot be deleted.', '', ''],
  [DELETE, 'Authors that are published cannot be deleted.', '', ''],
  [DELETE, '', 'You cannot remove a published post.', 'published'],
  [DELETE, 'Cannot delete draft or published posts.', '', 'draft published'],
  [DELETE, '', 'Guests cannot delete a published post.', ''],
  [DELETE, '', 'You cannot edit a published post.', ''],
  [DELETE, '', 'You cannot delete a published author.', ''],
  [DELETE, '', 'You cannot delete a published post of another author.', ''],
  [DELETE, '', 'You cannot delete a post.', ''],
  [DELETE, '', 'You cannot delete a published post without `force`.', ''],
  [PATCH, '`published` is final: a published post refuses every update with 409.', '', 'published'],
  [PATCH, 'Published or checked out posts reject all further changes (409).', '', 'published checked_out'],
  [DELETE, 'A published post rejects any removal.', '', 'published'],
  [DELETE, 'A published post refuses every update.', '', ''],
  [PATCH, 'A published post refuses every update of its tags.', '', ''],
  [PATCH, 'A published author refuses every update.', '', ''],
  [PATCH, 'A published post refuses some updates.', '', ''],
  [PATCH, 'A published post refuses every update, unless it is forced.', '', ''],
  [DELETE, '', 'The post is published.', 'published'],
  [DELETE, '', '`in_use`: the post is published or checked out.', 'published checked_out'],
  [DELETE, '', 'It is already published.', 'published'],
  [DELETE, '', 'Another post is published.', ''],
  [DELETE, '', 'The author is published.', ''],
  [DELETE, '', 'The post is not published.', 'draft checked_out'],
  [DELETE, '', 'The post is published by somebody.', ''],
  [DELETE, 'The post is published.', '', ''],
  [ADD, '', '`closed`: the cart is checked out.', 'checked_out'],
  [ADD, '', 'The line is published.', ''],
  [REVERSE, 'Each post can be reversed once; a reversal cannot be reversed.', '', 'again'],
  [REVERSE, '', 'The post is reversed already.', 'again'],
  [REVERSE, 'Each post can be read once.', '', ''],
])(
  'finds the states in which the operation %j is refused: description "%s", text of 409 "%s" → "%s"',
  async (operation, description, refusal, want) => {
    expect(await refusedIn(operation, description, refusal)).toBe(want);
  },
);
