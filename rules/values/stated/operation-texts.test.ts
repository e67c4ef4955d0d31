import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import { differencesUnder } from '../../comparison.js';
import { storedTexts } from './operation-texts.js';

interface Texts {
  readonly info?: string;
  readonly create?: string;
  readonly update?: string;
}

/**
 * Whether these descriptions permit a service to store a value different from the sent one in the member `name` of a
 * create.
 */
async function isPermitted({ info = '', create = '', update = '' }: Texts, name: string, sent: Json, kept: Json) {
  const responses = { 200: { description: '' } };
  const requestBody = {
    content: { 'application/json': { schema: { type: 'object', additionalProperties: { items: {} } } } },
  };
  const contract = await contractOf({
    info: { title: 'Notes', version: '1', description: info },
    paths: {
      '/notes': {
        post: { operationId: 'create', description: create, requestBody, responses },
        put: { operationId: 'update', description: update, responses },
      },
    },
  });
  const operation = operationOf(contract, 'create');
  const stated = operation.requestBody?.content.flatMap(({ schema }) => schema ?? []) ?? [];
  const comparison = { schemas: contract.schemas, stated, storedTexts: storedTexts(contract, operation) };
  return differencesUnder(comparison, { [name]: sent }, { [name]: kept }).length === 0;
}

it.each<[Texts, name: string, sent: Json, kept: Json, want: boolean]>([
  [{ create: 'White space around `title` and `author` is removed.' }, 'title', ' a', 'a', true],
  [{ create: 'White space around `title` and `author` is removed.' }, 'author', ' a', 'a', true],
  [{ create: 'White space around `title` and `author` is removed.' }, 'genre', ' a', 'a', false],
  [{ create: 'White space around `title` and `author` is removed.' }, 'title', ' a', 'b', false],
  [{ create: 'The email address is stored in lower case, and must be unique.' }, 'email', 'A', 'a', true],
  [{ create: 'The email address is stored in lower case, and must be unique.' }, 'name', 'A', 'a', false],
  [{ create: 'Tags are stored in lower case.' }, 'tags', ['A'], ['a'], true],
  [{ update: 'The `title` is trimmed.' }, 'title', ' a', 'a', true],
  [{ info: 'Texts are trimmed.' }, 'title', ' a', 'a', true],
  [{ update: 'Texts are normalised as for a new note.' }, 'title', 'a', 'b', false],
  [{ create: 'Texts are normalised.' }, 'title', 'a', 'b', false],
  [{ create: 'The title is normalised.' }, 'title', 'a', 'b', true],
  [{ info: 'The server assigns identifiers.' }, 'id', 'a', 'b', false],
  [{ create: 'The server assigns the `id`.' }, 'id', 'a', 'b', true],
  [{ create: '`id` and `meta` of the body are ignored.' }, 'meta', { a: 1 }, { a: 2 }, true],
  [{ create: 'An id never changes: an `id` in the request is ignored.' }, 'id', 'a', 'b', true],
  [{ create: 'An `id` in the request is not ignored.' }, 'id', 'a', 'b', false],
  [{ create: 'An `id` is ignored if it is unknown.' }, 'id', 'a', 'b', false],
  [{ update: 'An `id` in the request is ignored.' }, 'id', 'a', 'b', false],
])(
  'with the descriptions %j, a service may store the member `%s` with the sent value %j as %j: %s',
  async (texts, name, sent, kept, want) => {
    expect(await isPermitted(texts, name, sent, kept)).toBe(want);
  },
);
