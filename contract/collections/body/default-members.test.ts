import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { defaultMembers } from './default-members.js';

/**
 * The members of a create operation whose default is the value of another member, as `label=name`. `description` is the
 * text of the operation, and `ofMember` is the text of the member.
 */
async function defaultsOf(description: string, ofMember = ''): Promise<string> {
  const text = { type: 'string' };
  const sent = { FriendlyName: { ...text, description: ofMember }, PhoneNumber: text, Size: { type: 'integer' } };
  const returned = { friendly_name: text, phone_number: text, size: { type: 'integer' } };
  const content = (properties: JsonObject): JsonObject => ({
    'application/json': { schema: { type: 'object', properties } },
  });
  const responses = { 201: { description: '', content: content(returned) } };
  const post = { operationId: 'buy', description, requestBody: { content: content(sent) }, responses };
  const contract = await contractOf({ paths: { '/numbers': { post } } });
  return defaultMembers(contract, operationOf(contract, 'buy'))
    .map(({ name, from }) => `${name}=${from}`)
    .join();
}

it.each<[string, string]>([
  ['`FriendlyName` defaults to the phone number itself, `SmsUrl` to the empty text.', 'friendly_name=phone_number'],
  ['Buys a number. `FriendlyName` falls back to `PhoneNumber`.', 'friendly_name=phone_number'],
  ['`FriendlyName` defaults to the value of `phone_number`.', 'friendly_name=phone_number'],
  ['`FriendlyName` defaults to the phone number in the local format.', ''],
  ['`FriendlyName` usually defaults to the phone number.', ''],
  ['`FriendlyName` defaults to the phone number of the account.', ''],
  ['`FriendlyName` defaults to the empty text.', ''],
  ['`FriendlyName` defaults to `FriendlyName`.', ''],
  ['`FriendlyName` defaults to the size.', ''],
  ['For mobile numbers, `FriendlyName` defaults to the phone number.', ''],
  ['If there is no caller id, `FriendlyName` defaults to `phone_number`.', ''],
  ['`Size` defaults to 1, `FriendlyName` defaults to the phone number.', 'friendly_name=phone_number'],
])('the description of a create states a default from another member: %s', async (text, want) => {
  expect(await defaultsOf(text)).toBe(want);
});

it.each<[string, string]>([
  ['Defaults to `PhoneNumber`.', 'friendly_name=phone_number'],
  ['The name in lists. Defaults to the phone number', 'friendly_name=phone_number'],
  ['Defaults to the phone number if it is valid.', ''],
  ['Often defaults to the phone number.', ''],
])('the description of a member states a default from another member: %s', async (text, want) => {
  expect(await defaultsOf('', text)).toBe(want);
});

it.each<[string, JsonObject, JsonObject, string]>([
  ['both are texts', { type: 'string' }, { type: 'string' }, 'label=name'],
  ['the member has listed values', { enum: ['name', 'email'] }, { type: 'string' }, ''],
  ['the member has a pattern', { type: 'string', pattern: '^[a-z0-9-]+$' }, { type: 'string' }, ''],
  ['the member has a smaller maximum', { type: 'string', maxLength: 10 }, { type: 'string' }, ''],
  ['the member is a day', { type: 'string', format: 'date' }, { type: 'string', format: 'date-time' }, ''],
  ['both are days', { type: 'string', format: 'date' }, { type: 'string', format: 'date' }, 'label=name'],
  ['the maximum is larger', { type: 'string', maxLength: 10 }, { type: 'string', maxLength: 9 }, 'label=name'],
  ['both have the same maximum', { type: 'string', maxLength: 10 }, { type: 'string', maxLength: 10 }, 'label=name'],
])(
  'a default from another member counts only if the member permits all texts of the other: %s → "$3"',
  async (_, label, name, want) => {
    const properties = { label: { ...label, description: 'Defaults to `name`.' }, name };
    const content = { 'application/json': { schema: { type: 'object', properties } } };
    const post = { operationId: 'add', requestBody: { content }, responses: { 201: { description: '', content } } };
    const contract = await contractOf({ paths: { '/tags': { post } } });
    const found = defaultMembers(contract, operationOf(contract, 'add'));
    expect(found.map(({ name: own, from }) => `${own}=${from}`).join()).toBe(want);
  },
);

it('finds no default for a slug, because a service derives the slug from the name', async () => {
  const text = { type: 'string' };
  const properties = { name: text, url_slug: { ...text, description: 'Defaults to the name.' } };
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const post = { operationId: 'add', requestBody: { content }, responses: { 201: { description: '', content } } };
  const contract = await contractOf({ paths: { '/tags': { post } } });
  expect(defaultMembers(contract, operationOf(contract, 'add'))).toEqual([]);
});
