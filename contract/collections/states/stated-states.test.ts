import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import type { Operation } from '../../operation.js';
import { stateLabel, stateMember } from './state-member.js';
import { stateRefusals } from './stated-states.js';

const STATES = ['draft', 'published', 'archived'];

async function operations(description: string, refusal: string, properties: JsonObject): Promise<readonly Operation[]> {
  const schema = { type: 'object', properties };
  const shown = { description: '', content: { 'application/json': { schema } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responses = { 200: shown, 409: { description: refusal }, 404: { description: 'Only drafts are found.' } };
  const { operations: all } = await contractOf({
    paths: {
      '/articles/{id}': { parameters: [id], get: { operationId: 'read', responses } },
      '/articles/{id}/publish': { parameters: [id], post: { operationId: 'publish', description, responses } },
    },
  });
  return all;
}

const STATUS = { status: { enum: STATES } };

/** The states in which the action `publish` is refused, by its description and the description of its 409. */
async function refusedIn(description: string, refusal = ''): Promise<readonly string[]> {
  const [, publish] = await operations(description, refusal, STATUS);
  const stated = publish && stateRefusals(publish, { name: 'status', values: STATES });
  return STATES.filter((state) => stated?.refuses(state, false));
}

it.each<[string, readonly string[]]>([
  ['Only drafts can be published.', ['published', 'archived']],
  ['Refused with 409 while another article that is neither draft nor archived has the title.', []],
  ['Publishes it only if its status is `draft`.', ['published', 'archived']],
  ['Needs the status `draft`, else 409.', ['published', 'archived']],
  ['The status must be `draft` or `archived`.', ['published']],
  ['Changes the status from `draft` to `published`. In any other status, the reply is 409.', ['published', 'archived']],
  ['Publishes an article that is neither `published` nor `archived`.', ['published', 'archived']],
  ['`draft` becomes `published`; from another state 409.', ['published', 'archived']],
  ['A draft or archived article becomes `published`. In all other states the call is refused.', ['published']],
  [
    'Publishes a `draft` article; it becomes `published`. In any other status the answer is 409.',
    ['published', 'archived'],
  ],
  ['Publishes a `draft` article; it becomes `published`. In any other status nothing changes.', []],
  ['Published articles must be archived first.', ['published']],
  ['All drafts must be archived first.', ['draft']],
  ['Only articles that are `draft` or `archived` can be published; 409 for all others.', ['published']],
  ['Possible only while the article is `draft`; otherwise 409.', ['published', 'archived']],
  ['Possible only if the article is not `draft`.', []],
  [
    'Possible while the article is `draft` or `published`; in any other status, including `archived`, the request is refused with 409.',
    ['archived'],
  ],
  ['Possible as long as its status is `draft`, otherwise 409.', ['published', 'archived']],
  ['Allowed if the article is a draft and new; otherwise 409.', []],
  ['Possible while the author is `draft`; otherwise 409.', []],
  ['Possible while the article is `draft`; otherwise it is only shown.', []],
  ['Possible while the article is `draft`. Comments are refused in any other way.', []],
  ['A published or archived article is refused with 409.', ['published', 'archived']],
  ['A published article or an archived one is refused with 409.', []],
  ['Archived articles are rejected.', ['archived']],
  ['Archived authors are rejected.', []],
  ['An archived article is refused with 409 by most editors.', []],
  ['Only the author can publish drafts.', []],
  ['Only authors that are known can publish drafts.', []],
  ['Sets the status to `published`.', []],
  ['Drafts cannot be published, except by the author.', []],
  ['Publishes an article. Published articles are public.', []],
  ['Only drafts are changed; other articles are ignored.', []],
])('finds in the description of an action the states in which it is refused: "%s" → %j', async (text, want) => {
  expect(await refusedIn(text)).toEqual(want);
  expect(await refusedIn('', text)).toEqual(text.includes('ignored') ? ['published', 'archived'] : want);
});

it('"that is not" in the description of an action states no refusal', async () => {
  const text =
    'Publishes an article that is not `archived`; it becomes `published`. In any other status the answer is 409.';
  expect(await refusedIn(text)).toEqual([]);
  expect(await refusedIn('The call is refused with 409 if the status is not `draft`.')).toEqual([
    'published',
    'archived',
  ]);
});

it.each<[string, readonly string[]]>([
  [
    'Only an article that is `draft` can be published; in every other status the reply is 400.',
    ['published', 'archived'],
  ],
  ['Possible only while the article is `draft`, else 400.', ['published', 'archived']],
  [
    'Only an article that is `draft`\ncan be published, else 400. No idempotency key is needed.',
    ['published', 'archived'],
  ],
  ['Only an article that is `draft` can be published, else 409.', []],
  ['Only an article that is `draft` can be published.', []],
  ['Only `draft` and `archived` are accepted as `status`, otherwise 400.', []],
  ['The new status must be `draft` or `archived`, otherwise 400.', []],
  ['Only a body that is `draft` is accepted, otherwise 400.', []],
  ['Only an article that is `draft` can be published, else 400. Calls are idempotent.', []],
])('finds the states in which an action is refused with 400: "%s" → %j', async (text, want) => {
  const [, publish] = await operations(text, '', STATUS);
  const responses = publish?.responses.map((each) => (each.status === '409' ? { ...each, status: '400' } : each)) ?? [];
  const stated = publish && stateRefusals({ ...publish, responses }, { name: 'status', values: STATES });
  expect(STATES.filter((state) => stated?.refuses(state, false))).toEqual(want);
  expect(stated?.statuses ?? []).toEqual(want.length === 0 ? [] : ['400']);
});

it.each<[string, readonly string[]]>([
  ['The status is neither `draft` nor `archived`, or the author is unknown.', ['published']],
  ['The article is neither draft nor archived.', ['published']],
  ['The article must be neither published nor archived.', ['published', 'archived']],
])(
  '"neither … nor" has opposite meanings in the reason of a refusal and in a requirement: "%s" refuses %j',
  async (text, want) => {
    expect(await refusedIn('', text)).toEqual(want);
  },
);

it.each<[string, string, string | undefined]>([
  ['Publishes it. Only drafts can be published; then it is public.', 'archived', 'Only drafts can be published'],
  ['Published articles must be archived first.', 'published', 'Published articles must be archived first'],
  ['Only drafts can be published.', 'draft', undefined],
])('finds the sentence which refuses an action: in "%s", for the state %s → %s', async (text, state, want) => {
  const [, publish] = await operations(text, '', STATUS);
  const stated = publish && stateRefusals(publish, { name: 'status', values: STATES });
  expect(stated?.sentence(state, false)).toBe(want);
});

it.each<[string, boolean]>([
  ['The article is already published.', true],
  ['The article has already been published.', true],
  ['An article that is published already.', true],
  ['An article that is not published already.', false],
  ['The article is already archived.', false],
  ['The article is not complete.', false],
])(
  'a text with "already" refuses a second call of the same action, and no other call: "%s" → %s',
  async (text, want) => {
    const [, publish] = await operations('', text, STATUS);
    const stated = publish && stateRefusals(publish, undefined);
    expect([stated?.refuses(undefined, true) ?? false, stated?.refuses(undefined, false) ?? false]).toEqual([
      want,
      false,
    ]);
  },
);

it.each<[string, boolean]>([
  ['Refused with 409 if the article is already published.', true],
  ['If the article is already published, it is returned.', false],
])(
  'in the description of an action, a sentence with "already" counts only if it is about a refusal: "%s" → %s',
  async (text, want) => {
    const [, publish] = await operations(text, '', STATUS);
    const stated = publish && stateRefusals(publish, undefined);
    expect(stated?.refuses(undefined, true) ?? false).toBe(want);
  },
);

it.each<[string, string, boolean]>([
  ['/articles/{id}/unlock', 'An article that is not locked is refused with 409.', true],
  ['/articles/{id}/unlock', 'Refused with 409 if it is not locked.', true],
  ['/articles/{id}/unlock', 'An article that is not locked is returned.', false],
  ['/articles/{id}/unlock', 'An article that is not closed is refused with 409.', false],
  ['/articles/{id}/lock', 'An article that is not locked is refused with 409.', false],
])('an action that ends a state, such as %s, is refused without this state: %s → %s', async (path, text, want) => {
  const [, publish] = await operations(text, '', STATUS);
  const stated = publish && stateRefusals({ ...publish, path }, undefined);
  expect(stated?.refuses(undefined, true) ?? false).toBe(want);
});

it.each<[string, JsonObject, string | undefined]>([
  [
    'the only member with a name such as `status` and an enumeration',
    { ...STATUS, kind: { enum: ['a', 'b'] } },
    'status',
  ],
  ['a name in camelCase', { reviewStatus: { enum: STATES } }, 'reviewStatus'],
  [
    'a member below the attributes of a resource object',
    { type: {}, id: {}, attributes: { type: 'object', properties: STATUS } },
    'status',
  ],
  [
    'a member of an object with the name of a state',
    { id: {}, name: {}, State: { type: 'object', properties: { Status: { enum: STATES }, ExitCode: {} } } },
    'State.Status',
  ],
  [
    'a member beside an object with the name of a state',
    { ...STATUS, state: { type: 'object', properties: { phase: { enum: STATES } } } },
    'status',
  ],
  [
    'a member of an object with another name',
    { id: {}, name: {}, place: { type: 'object', properties: STATUS } },
    undefined,
  ],
  [
    'two members of an object with the name of a state',
    { id: {}, name: {}, state: { type: 'object', properties: { phase: { enum: STATES }, status: { enum: STATES } } } },
    undefined,
  ],
  ['no enumeration', { status: { type: 'string' } }, undefined],
  ['two such members', { ...STATUS, state: { enum: STATES } }, undefined],
])('the member with the state of an item is found by its name and its enumeration: %s', async (_, properties, want) => {
  const schema = await contractOf({
    paths: {
      '/a': {
        get: {
          operationId: 'read',
          responses: {
            200: { description: '', content: { 'application/json': { schema: { type: 'object', properties } } } },
          },
        },
      },
    },
  });
  const [read] = schema.operations;
  const member = read && stateMember(schema, read);
  expect(member && stateLabel(member)).toBe(want);
});

it('finds states with several words', async () => {
  const [, publish] = await operations('Possible only while the article is `In review`; otherwise 409.', '', STATUS);
  const stated = publish && stateRefusals(publish, { name: 'status', values: ['In review', 'Retired'] });
  expect(['In review', 'Retired'].filter((state) => stated?.refuses(state, false))).toEqual(['Retired']);
});
