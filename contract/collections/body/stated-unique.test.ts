import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { mayBeTaken, statedUnique } from './stated-unique.js';

const TEXT = { type: 'string' };

async function found(properties: JsonObject, refusal: string, description = '', status = 409): Promise<string> {
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  const responses = { 201: { description: '' }, [status]: { description: refusal } };
  const post = { operationId: 'add', description, requestBody, responses };
  const contract = await contractOf({ paths: { '/accounts': { post } } });
  const members = statedUnique(contract, operationOf(contract, 'add'));
  return members.map(({ name, isAnyCase }) => (isAnyCase ? `${name} in any case` : name)).join(' ');
}

it.each<[string, string]>([
  ['`code-taken`: another account has the code.', 'code'],
  ['Another account has the same code.', 'code'],
  ['An account with this code already exists.', 'code'],
  ['The code is already taken.', 'code'],
  ['Code already exists.', 'code'],
  ['Duplicate code.', 'code'],
  ['A code is unique in the book, including archived ones.', 'code'],
  ['The display name is in use.', 'displayName'],
  ['`duplicate_email`', 'email'],
  ['`email_in_use`: choose another one.', 'email'],
  ['`display_name_exists`', 'displayName'],
  ['The code of another account gives a conflict (409).', 'code'],
  ['The code of another account is returned.', ''],
  ['The code of another customer is refused (409).', ''],
  ['The account is closed.', ''],
  ['`code_expired`', ''],
  ['Another account was changed.', ''],
  ['The code is not valid in the state of the account.', ''],
  ['The code is taken, unless the account is closed.', ''],
  ['Another account of the owner_id has the kind.', ''],
])('the description of a 409 states which member is unique: %s → %s', async (refusal, want) => {
  const properties = { code: TEXT, displayName: TEXT, email: TEXT, owner_id: TEXT, kind: { enum: ['a', 'b'] } };
  expect(await found(properties, refusal)).toBe(want);
  expect(await found(properties, refusal, '', 422)).toBe('');
  expect(await found(properties, refusal, '', 404)).toBe('');
});

it.each<[string, string]>([
  ['Unique.', 'name'],
  ['Must be unique in the workspace.', 'name'],
  ['The name, which is unique.', 'name'],
  ['Unique identifier of the customer.', ''],
  ['Need not be unique.', ''],
  ["Doesn't have to be unique.", ''],
  ['Names are rarely unique.', ''],
  ['It is never unique.', ''],
  ['Can be unique.', ''],
  ['Unique. It is generated if it is omitted.', 'name'],
  ['Is unique if it is omitted.', ''],
  ['The name.', ''],
])('the description of a member states that it is unique: %s → %s', async (description, want) => {
  expect(await found({ name: { ...TEXT, description } }, '')).toBe(want);
});

it.each<[string, string, string]>([
  ['external_id', '/owners', 'external_id'],
  ['externalId', '/owners', 'externalId'],
  ['owner_id', '/owners', ''],
  ['owner_id', '/shops', 'owner_id'],
])(
  'the member %s is a unique key, unless it refers to an item of the collection %s → "%s"',
  async (name, path, want) => {
    const id = { name: 'id', in: 'path', required: true, schema: TEXT };
    const get = { operationId: 'read', parameters: [id], responses: { 200: { description: '' } } };
    const post = {
      operationId: 'add',
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { [name]: TEXT } } } } },
      responses: { 409: { description: `Another account has the same \`${name}\`.` } },
    };
    const contract = await contractOf({ paths: { '/accounts': { post }, [`${path}/{id}`]: { get } } });
    expect(
      statedUnique(contract, operationOf(contract, 'add'))
        .map((member) => member.name)
        .join(' '),
    ).toBe(want);
  },
);

it.each<[string, string]>([
  ['No other account may have the same `name` (`ALREADY_EXISTS`).', 'name'],
  ['No two accounts have the same name.', 'name'],
  ['The name must not be in use by another account, without regard to case; else 409.', 'name in any case'],
  ['The name must be unique.', 'name'],
  ['The name is stored in lower case and must be unique.', 'name'],
  ['The name is shown in the list of its owner, whose code must be unique.', ''],
  ['A name can be registered once; a second account with the same name is refused with 409.', 'name'],
  ['The name must be unique; letter case makes no difference.', 'name'],
  ['The name must not be in use, unless the account is closed.', ''],
  ['No other account may have the same owner.', ''],
  ['No account has a name.', ''],
])(
  'the description of the create operation forbids a second item with the same value: %s → "%s"',
  async (description, want) => {
    expect(await found({ name: TEXT }, 'A conflict.', description)).toBe(want);
  },
);

it.each<[string, string]>([
  ['The e-mail address must be unique: one that differs only in upper and lower case is refused.', 'email in any case'],
  ['The e-mail address must be unique: one that differs only in the domain is refused.', 'email'],
])('the description of the create operation names a member with a hyphen: %s → "%s"', async (description, want) => {
  expect(await found({ email: TEXT }, 'A conflict.', description)).toBe(want);
});

it('a sentence of the create operation counts only if it is about a refusal, for example because it mentions 409', async () => {
  expect(await found({ name: TEXT }, '', 'The name is already taken: 409.')).toBe('name');
  expect(await found({ name: TEXT }, '', 'The name is already taken.')).toBe('');
});

it.each<[string, number, string]>([
  ['Two accounts cannot have the same name: a second one is refused with 422.', 422, 'name'],
  ['The name must be unique (422).', 422, 'name'],
  ['A name which the owner has already is refused with 409.', 409, 'name'],
  ['The name must not belong to another account, whatever the case of its letters (422).', 422, 'name in any case'],
  ['The name must be unique (422).', 404, ''],
  ['Two accounts cannot be closed by name at once.', 422, ''],
])(
  'the description of a create states the unique member and the status of the refusal: "%s", %i → %s',
  async (text, status, want) => {
    expect(await found({ name: TEXT }, '', text, status)).toBe(want);
  },
);

it.each<[string, number, boolean]>([
  ['', 409, true],
  ['No two accounts have the same name.', 422, true],
  ['No two accounts have the same name.', 404, false],
  ['Names need not be unique.', 422, false],
  ['Names must be unique.', 422, true],
  ['If the account already exists, it is returned.', 422, false],
  ['A name that already exists is refused with 422.', 422, true],
  ['Adds an account.', 422, false],
])(
  'a create operation with the description "%s" that documents %i may refuse an item with equal values: %s',
  async (text, status, want) => {
    const post = { operationId: 'add', description: text, responses: { [status]: { description: '' } } };
    const contract = await contractOf({ paths: { '/accounts': { post } } });
    expect(mayBeTaken(operationOf(contract, 'add'))).toBe(want);
  },
);

it.each([
  ['Must be unique.', 422, 'name'],
  ['Unique.', 422, ''],
  ['Unique.', 409, 'name'],
])(
  'the description "%s" of a member makes it unique, if the create operation documents %i → "%s"',
  async (description, status, want) => {
    expect(await found({ name: { ...TEXT, description } }, '', '', status)).toBe(want);
  },
);
