import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { editedShelf } from './edited-shelf.js';
import { type Wrap, findings } from './miniature-run.js';
import { reply } from './notes-service.js';
import type { Workload } from './workloads.js';

/**
 * The contract, cases and service of the shelf, where a create answers 201 with a `Location` header and without a body.
 */
function shelf(): Promise<Workload> {
  return editedShelf((text) =>
    text.replace(
      /('201':\n {10}description: The book.\n)[^]*?(?= {8}'401')/,
      (_, start: string) => `${start}          headers: { Location: { schema: { type: string } } }\n`,
    ),
  );
}

/** Like `shelf()`, except that the 201 has a JSON body, which does not contain an identifier. */
function confirmingShelf(): Promise<Workload> {
  const confirmation = `
            application/json:
              schema: { type: object, required: [message], properties: { message: { type: string } } }
              example: { message: created }`;
  return editedShelf((text) =>
    text.replace(
      /('201':\n {10}description: The book.\n)[^]*?(?= {8}'401')/,
      (_, start: string) =>
        `${start}          headers: { Location: { schema: { type: string } } }\n          content:${confirmation}\n`,
    ),
  );
}

/** A service that answers a create with a confirmation as JSON instead of an empty body. */
const confirming =
  (service: Wrap): Wrap =>
  (respond, lane) => {
    const answer = service(respond, lane);
    return async (request) => {
      const response = await answer(request);
      return response.kind === 'response' && response.status === 201
        ? reply(201, { message: 'created' }, response.headers)
        : response;
    };
  };

/**
 * A service that returns the identifier of a created book only in `Location`. `uriOf` returns the URI of a book, and
 * `shown` the book that a GET returns.
 */
function located(
  uriOf: (id: string) => string = (id) => `/books/${id}`,
  shown: (book: JsonObject) => JsonObject = (book) => book,
  listed: (books: readonly JsonObject[]) => readonly JsonObject[] = (books) => books,
): Wrap {
  return (respond) => (request) => {
    const response = respond(request);
    if (response.kind !== 'response' || response.status >= 300) return response;
    const value = parseJson(response.body);
    if (!isJsonObject(value)) return response;
    if (request.method === 'POST')
      return { ...reply(201, null, [['Location', uriOf(String(value['book_id']))]]), body: new Uint8Array() };
    const { books } = value;
    if (!Array.isArray(books)) return reply(200, shown(value));
    return reply(200, { ...value, books: listed(books as readonly JsonObject[]) });
  };
}

const SERVICES: readonly [string, Wrap, readonly (readonly string[])[]][] = [
  ['a GET of the URI finds the book', located(), []],
  ['the URI is absolute', located((id) => `http://127.0.0.1:1/v1/books/${id}`), []],
  ['the URI is a relative reference', located((id) => `books/${id}`), []],
  ['the URI is not the path of a book', located((id) => `/volumes/${id}`), []],
  ['the URI leads to no book', located((id) => `/books/${id}0`), [['state/stored', 'not-found']]],
  [
    'the book at the URI has a value that differs from the request',
    located(undefined, ({ title, ...book }) => ({ ...book, title: `${String(title)}.` })),
    [['state/stored', 'changed']],
  ],
  ['the URI is the same for every book', located(() => '/books/book-6'), [['state/new-item', 'identifier-repeated']]],
  [
    'the list does not contain the new books',
    located(undefined, undefined, (books) => books.filter(({ book_id: id }) => String(id) < 'book-6')),
    [['state/listed', 'not-listed']],
  ],
];

it.each(SERVICES)('a check judges a create that is answered with a Location: %s → $2', async (_, service, want) => {
  const faults = await findings(await shelf(), { workload: 'shelf', service });
  expect(faults.map(({ finding }) => [finding.rule, finding.kind])).toEqual(want);
});

it.each(SERVICES)(
  'a check judges a create that is answered with a Location and a message: %s → $2',
  async (_, service, want) => {
    const faults = await findings(await confirmingShelf(), { workload: 'shelf', service: confirming(service) });
    expect(faults.map(({ finding }) => [finding.rule, finding.kind])).toEqual(want);
  },
);
