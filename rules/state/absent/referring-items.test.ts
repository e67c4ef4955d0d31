import { expect, it } from 'vitest';
import { collectionsOf } from '../../../contract/collections/collections.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { refusedRemovalRule } from './refused-removal.js';
import { removedParent } from './removed-parent.js';

const TEXT = { type: 'string' };
const ID = { ...TEXT, description: 'The id of a user.' };
const LIST = { type: 'array', items: ID };

/**
 * The paths of an OpenAPI document for items of one kind, such as `users`. `properties`: the members of such an item.
 */
function pathsOf(kind: string, properties: JsonObject, text = ''): JsonObject {
  const schema = { type: 'object', required: ['id'], properties: { id: TEXT, ...properties } };
  const shown = { description: '', content: { 'application/json': { schema } } };
  const sent = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  const responses = { 404: { description: '' } };
  return {
    [`/${kind}`]: { post: { operationId: `add-${kind}`, requestBody: sent, responses: { 201: shown } } },
    [`/${kind}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
      get: { operationId: `read-${kind}`, responses: { 200: shown, ...responses } },
      delete: {
        operationId: `remove-${kind}`,
        description: text,
        responses: { 204: { description: '' }, 409: { description: '' }, ...responses },
      },
    },
  };
}

it.each<[string, readonly string[], number]>([
  ['one reference', ['user_id'], 1],
  ['one reference and a text', ['user_id', 'title'], 1],
  ['two references to items of this kind', ['user_id', 'reviewer_id'], 0],
])(
  'a user was removed, and a GET still returns a post that refers to the user with %s (violations: $2)',
  async (_, members, want) => {
    const described = { ...TEXT, description: 'The id of a user.' };
    const properties = Object.fromEntries(members.map((name) => [name, name.endsWith('_id') ? described : TEXT]));
    const users = pathsOf('users', { name: TEXT }, 'The posts of the user are removed with it.');
    const own = await contractOf({ paths: { ...users, ...pathsOf('posts', properties) } });
    const sent = Object.fromEntries(members.map((name) => [name, 'u1']));
    const post = { ...sent, id: 'p1' };
    const feed = { in: 'path', name: 'id', pointer: '/id' } as const;
    const user = trialOf(own, 'add-users', { body: { name: 'a' } }, [
      { response: replied(201, { id: 'u1', name: 'a' }) },
    ]);
    const made = trialOf(own, 'add-posts', { body: sent }, [{ response: replied(201, post) }], {
      feeds: [{ in: 'body', name: 'user_id', pointer: '/id', step: user.case.id }],
    });
    const removed = trialOf(own, 'remove-users', { path: { id: 'u1' } }, [{ response: replied(204) }], {
      feeds: [{ ...feed, step: user.case.id }],
    });
    const read = trialOf(own, 'read-posts', { path: { id: 'p1' } }, [{ response: replied(200, post) }], {
      feeds: [{ ...feed, step: made.case.id }],
    });
    const before = [user, made].flatMap(({ observations }) => observations);
    const earlier = [...before, ...removed.observations.map((each) => ({ ...each, earlier: before }))];
    const observations = read.observations.map((each) => ({ ...each, earlier }));
    const { all: collections } = collectionsOf(own);
    const found = removedParent.check({ ...read, observations }, contextOf(own, { collections })) ?? [];
    expect(found).toHaveLength(want);
  },
);

it.each<[string, JsonObject, string, number]>([
  ['its only member with users, a list', { user_ids: LIST }, '/user_ids/0', 1],
  ['its list `watcher_ids` beside `user_id`', { user_id: ID, watcher_ids: LIST }, '/watcher_ids/0', 0],
])(
  'a user was removed to whom a post refers in %s, although a user with posts cannot be removed (violations: $3)',
  async (_, properties, at, want) => {
    const users = pathsOf('users', { name: TEXT }, 'A user with posts cannot be removed.');
    const own = await contractOf({ paths: { ...users, ...pathsOf('posts', properties) } });
    const user = trialOf(own, 'add-users', { body: { name: 'a' } }, [
      { response: replied(201, { id: 'u1', name: 'a' }) },
    ]);
    const body = { [at.split('/')[1] ?? '']: ['u1'] };
    const made = trialOf(own, 'add-posts', { body }, [{ response: replied(201, { id: 'p1', ...body }) }], {
      feeds: [{ in: 'body', name: 'users', at, pointer: '/id', step: user.case.id }],
    });
    const removed = trialOf(own, 'remove-users', { path: { id: 'u1' } }, [{ response: replied(204) }], {
      feeds: [{ in: 'path', name: 'id', pointer: '/id', step: user.case.id }],
    });
    const earlier = [user, made].flatMap(({ observations }) => observations);
    const observations = removed.observations.map((each) => ({ ...each, earlier }));
    const { all: collections } = collectionsOf(own);
    const found = refusedRemovalRule.check({ ...removed, observations }, contextOf(own, { collections })) ?? [];
    expect(found).toHaveLength(want);
  },
);
