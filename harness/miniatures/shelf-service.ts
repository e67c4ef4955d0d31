import type { RequestMessage } from '../../contract/wire/message.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import { isAuthenticated, notAllowed, problem, reply } from './notes-service.js';

const BOOKS = Array.from({ length: 5 }, (_, index) => ({ title: `Volume ${index + 1}` }));

/**
 * A service that implements the contract of the shelf: five books, and a cursor that is the number of books already
 * returned.
 */
export class ShelfService {
  /** Does nothing: the shelf has no state. */
  reset(): void {}

  respond(request: RequestMessage): WholeResponse {
    const url = new URL(`http://shelf${request.target}`);
    if (url.pathname !== '/books') return problem(404);
    if (request.method !== 'GET') return notAllowed(['GET']);
    if (!isAuthenticated(request)) return problem(401);
    const [limits, places] = ['limit', 'after'].map((name) => url.searchParams.getAll(name));
    const [limit = '2'] = limits ?? [];
    const [after = '0'] = places ?? [];
    if (!/^[1-9](?:\.0+)?$/.test(limit) || !/^\d$/.test(after)) return problem(422);
    const end = Number(after) + Number(limit);
    return reply(200, { books: BOOKS.slice(Number(after), end), next: end < BOOKS.length ? String(end) : null });
  }
}
