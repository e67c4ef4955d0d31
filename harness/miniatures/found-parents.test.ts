import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json/json.js';
import type { OperationId } from '../../contract/operation.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const ACCOUNTS = ['22289', '31820'];
const PAGE_SIZE = 3;

/**
 * The contract of entries below an account. The account exists in the initial state; no operation creates accounts or
 * entries.
 */
function paths(): JsonObject {
  const entry = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const entries = { type: 'array', items: entry };
  const links = { type: 'object', properties: { next: { type: 'string', format: 'uri-reference' } } };
  const page = { type: 'object', required: ['entries', 'links'], properties: { entries, links } };
  const description = 'The member `next` is absent if there are no more entries.';
  const number = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 99 } };
  const replies = { 200: { description: '', ...json(page) }, 404: { description: '' } };
  return {
    '/accounts/{account}/entries': {
      get: { operationId: 'list', description, parameters: [inPath('account'), number], responses: replies },
    },
  };
}

/** A service of entries with pages. `isLast` decides whether the service treats a page as the last one. */
function service(isLast: (start: number, all: number) => boolean): WrittenService {
  const all = ACCOUNTS.flatMap((account) => [1, 2, 3, 4, 5].map((number) => ({ account, id: `${account}-${number}` })));
  return () =>
    ({ segments: [, account = ''], query }) => {
      if (!ACCOUNTS.includes(account)) return problem(404);
      const own = all.filter((entry) => entry.account === account).map(({ id }) => ({ id }));
      const page = Number(query.get('page') ?? 1);
      const start = (page - 1) * PAGE_SIZE;
      const links = isLast(start + PAGE_SIZE, own.length)
        ? {}
        : { next: `/accounts/${account}/entries?page=${page + 1}` };
      return reply(200, { entries: own.slice(start, start + PAGE_SIZE), links });
    };
}

it.each<[string, WrittenService, readonly string[]]>([
  ['the last page has no link', service((end, all) => end >= all), []],
  ['the last page has a link', service((end, all) => end > all + 1), ['state/has-more cursor-at-end']],
])('a check reads the pages of a list below an item of the initial state: %s → $2', async (_, written, want) => {
  const found = new Map([['list' as OperationId, ACCOUNTS.map((account) => ({ account }))]]);
  expect(await foundIn(paths(), written, { phases: ['sequences'], found })).toEqual(want);
});
