import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };

/**
 * The contract of books with an author. `text` describes the create, and `member` is the member that refers to the
 * author.
 */
function paths(text: string, member: string, isRequired: boolean): JsonObject {
  const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
    type: 'object',
    required: [...required],
    additionalProperties: false,
    properties,
  });
  const shown = (properties: JsonObject): JsonObject => ({ description: '', ...json(object(properties, ['id'])) });
  const [author, book] = [shown({ id: TEXT, name: TEXT }), shown({ id: TEXT, title: TEXT, [member]: TEXT })];
  const required = isRequired ? ['title', member] : ['title'];
  const newBook = { required: true, ...json(object({ title: TEXT, [member]: TEXT }, required)) };
  const newAuthor = { required: true, ...json(object({ name: TEXT }, ['name'])) };
  const refused = { 404: { description: '' }, 422: { description: 'The body is invalid.' } };
  return {
    '/authors': { post: { operationId: 'addAuthor', requestBody: newAuthor, responses: { 201: author, ...refused } } },
    '/authors/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'getAuthor', responses: { 200: author, ...refused } },
    },
    '/books': {
      post: { operationId: 'addBook', description: text, requestBody: newBook, responses: { 201: book, ...refused } },
    },
    '/books/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'getBook', responses: { 200: book, ...refused } },
    },
  };
}

/** A service of books. If `isChecked` is true, it refuses a book whose author does not exist. */
const service =
  (member: string, isChecked: boolean): WrittenService =>
  () => {
    const all = new Map<string, JsonObject>();
    const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && [...value].length <= 20;
    return ({ segments: [kind = '', id = ''], json: body }) => {
      const found = all.get(`${kind}/${id}`);
      if (id !== '') return found === undefined ? problem(404) : reply(200, found);
      const own = kind === 'authors' ? ['name'] : ['title', member];
      if (!isJsonObject(body) || !isText(body[own[0] ?? ''])) return problem(422);
      if (Object.entries(body).some(([name, value]) => !own.includes(name) || !isText(value))) return problem(422);
      const author = kind === 'books' ? body[member] : undefined;
      if (isChecked && author !== undefined && !all.has(`authors/${String(author)}`)) return problem(422);
      const made = { ...body, id: `${kind}-${all.size + 1}` };
      all.set(`${kind}/${made.id}`, made);
      return reply(201, made);
    };
  };

const MUST = 'Adds a book. The author must exist, otherwise the reply is 422.';
const FOUND = ['state/unknown-reference unknown-reference-accepted'];

it.each<[string, string, string, boolean, readonly string[]]>([
  ['a description requires that the item exists, and the service refuses the create', MUST, 'author_id', true, []],
  ['a description requires that the item exists, and the service accepts the create', MUST, 'author_id', false, FOUND],
  [
    'the service accepts the create, and the member has no suffix `_id`',
    'If the author does not exist, 422.',
    'author',
    false,
    FOUND,
  ],
  ['the description does not name the item', 'The title must exist.', 'author_id', false, []],
  ['no description is about unknown items', '', 'author_id', false, []],
  ['the description permits unknown items', 'An unknown author is allowed.', 'author_id', false, []],
])('a check sends a create that refers to an unknown item: %s → $4', async (_, text, member, isChecked, want) => {
  const found = await foundIn(paths(text, member, false), service(member, isChecked), { sequences: /^unknown/ });
  expect(found).toEqual(want);
});

it('a required reference to an unknown item is also tried', async () => {
  const found = await foundIn(paths(MUST, 'authorId', true), service('authorId', false), { sequences: /^unknown/ });
  expect(found).toEqual(FOUND);
});
