import type { RequestMessage } from '../../contract/wire/message.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import { isAuthenticated, notAllowed, problem, reply } from './notes-service.js';

const BOOKS = Array.from({ length: 5 }, (_, index) => ({ title: `Volume ${index + 1}`, book_id: `book-${index + 1}` }));

/**
 * A service for the contract of the shelf: five books and the books that are added. The cursor is the number of books
 * on earlier pages.
 */
export class ShelfService {
  private books: readonly JsonObject[] = BOOKS;

  reset(): void {
    this.books = BOOKS;
  }

  respond(request: RequestMessage): WholeResponse {
    const url = new URL(`http://shelf${request.target}`);
    const id = /^\/books\/([^/]+)$/.exec(url.pathname)?.[1];
    if (id === undefined && url.pathname !== '/books') return problem(404);
    if (!(id === undefined ? ['GET', 'POST'] : ['GET']).includes(request.method))
      return notAllowed(id === undefined ? ['GET', 'POST'] : ['GET']);
    if (!isAuthenticated(request)) return problem(401);
    if (request.method === 'POST') return this.add(parseJson(request.body));
    return id === undefined ? this.page(url.searchParams) : this.book(decoded(id));
  }

  private add(body: Json | undefined): WholeResponse {
    const title = isJsonObject(body) ? body['title'] : undefined;
    const isValid =
      isJsonObject(body) && Object.keys(body).length === 1 && typeof title === 'string' && /^.{1,20}$/su.test(title);
    if (!isValid) return problem(422);
    const book = { title, book_id: `book-${this.books.length + 1}` };
    this.books = [...this.books, book];
    return reply(201, book);
  }

  private book(id: string): WholeResponse {
    const book = this.books.find(({ book_id: known }) => known === id);
    if ([...id].length > 40) return problem(422);
    return book === undefined ? problem(404) : reply(200, book);
  }

  private page(query: URLSearchParams): WholeResponse {
    const [limits, places] = ['limit', 'after'].map((name) => query.getAll(name));
    const [limit = '2'] = limits ?? [];
    const [after = '0'] = places ?? [];
    if (!/^[1-9](?:\.0+)?$/.test(limit) || !/^\d{1,2}$/.test(after)) return problem(422);
    const end = Number(after) + Number(limit);
    const books = this.books.slice(Number(after), end);
    const next = end < this.books.length ? String(end) : null;
    return reply(200, { books, next, total: this.books.length, has_more: next !== null });
  }
}

/**
 * Decodes an identifier. An identifier with malformed percent-encoding is returned unchanged, because no book has such
 * an identifier.
 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
