import type { CaseInput } from '../../contract/case.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json.js';

/** A fault that a surface could have, seen in what it is given, with the smallest input that shows it. */
export interface Planted {
  readonly name: string;
  readonly operation: string;
  readonly shows: (input: CaseInput) => boolean;
  readonly smallest: CaseInput;
}

/** Ten faults as surfaces have them: of presence, of counts, of characters, of size, and of two things at once. */
export const PLANTED: readonly Planted[] = [
  creating('null is dropped', ({ note }) => note === null, { note: null }),
  creating('a map with a dotted name', ({ labels }) => namesOf(labels).some((name) => name.includes('.')), { labels: { 'a.': '' } }),
  creating('two tags', ({ tags }) => Array.isArray(tags) && tags.length >= 2, { tags: ['', 'a'] }),
  creating('more than 32 bits', ({ quantity }) => Number(quantity) > 2_147_483_647, { quantity: 2_147_483_648 }),
  creating('cents', ({ price }) => typeof price === 'number' && !Number.isInteger(price), { price: 0.1 }),
  creating('beyond ASCII', ({ name }) => typeof name === 'string' && /[^ -~]/.test(name), { name: 'é' }),
  creating('two members at once', (body) => Object.hasOwn(body, 'note') && Object.hasOwn(body, 'tags'), { note: '', tags: [] }),
  creating('one kind of source', ({ source }) => isJsonObject(source) && source['kind'] === 'import', {
    source: { kind: 'import', file: 'a', row: 1 },
  }),
  {
    name: 'a slash in a path',
    operation: 'getItem',
    shows: ({ path }) => String(path?.['item_id']).includes('/'),
    smallest: { path: { item_id: 'aa/' } },
  },
  {
    name: 'a page over fifty',
    operation: 'listItems',
    shows: ({ query }) => Number(query?.['limit']) > 50,
    smallest: { query: { limit: 51 } },
  },
];

function creating(name: string, shows: (body: JsonObject) => boolean, members: JsonObject): Planted {
  return {
    name,
    operation: 'createItem',
    shows: ({ body }) => isJsonObject(body) && shows(body),
    smallest: { body: { name: 'a', ...members } },
  };
}

function namesOf(value: Json | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}
