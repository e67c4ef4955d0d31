import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../contract/json/json.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { editedShelf } from './edited-shelf.js';
import { type Wrap, findings } from './miniature-run.js';
import { problem, reply } from './notes-service.js';
import type { Workload } from './workloads.js';

type Way = 'page' | 'offset' | 'link';

const PARAMETERS: Readonly<Record<Way, string>> = {
  page: '{ name: page, in: query, schema: { type: integer, minimum: 1 } }',
  offset: '{ name: offset, in: query, schema: { type: integer, minimum: 0 } }',
  link: "{ name: marker, in: query, schema: { type: string, pattern: '^[0-9]{1,2}$' } }",
};

/** The contract of the shelf, with the given way to request the next page. */
function shelf(way: Way): Promise<Workload> {
  const header = way === 'link' ? '          headers: { Link: { schema: { type: string } } }\n' : '';
  const absent = "        '404': { $ref: '#/components/responses/Problem' }\n";
  return editedShelf((text) =>
    text
      .replace(/- name: after\n[^]*?(?= {6}responses)/, () => `- ${PARAMETERS[way]}\n`)
      .replace(/ {10}links:\n[^]*?(?= {8}'401')/, () => header + absent)
      .replace('required: [books, next]', 'required: [books]')
      .replace(/ +next: \{ type.*\n/, ''),
  );
}

/** Serves the pages of the shelf in the given way. `startOf` returns the number of books before a page. */
function paged(way: Way, startOf: (start: number, limit: number) => number = (start) => start, beyond?: 404): Wrap {
  return (respond) => (request) => {
    const url = new URL(request.target, 'http://shelf');
    if (request.method !== 'GET' || url.pathname !== '/books') return respond(request);
    const limit = Number(url.searchParams.get('limit') ?? 2);
    const value = Number(url.searchParams.get(way === 'link' ? 'marker' : way) ?? (way === 'page' ? 1 : 0));
    const start = startOf(way === 'page' ? (value - 1) * limit : value, limit);
    const response = respond({ ...request, target: `/books?limit=${limit}&after=${start}` });
    const page = response.kind === 'response' && response.status === 200 ? parseJson(response.body) : undefined;
    if (!isJsonObject(page)) return response;
    const { next, ...rest } = page;
    if (beyond !== undefined && JSON.stringify(rest['books']) === '[]') return problem(beyond);
    const link = `</books?limit=${limit}&marker=0>; rel="first", <http://shelf/v1/books?limit=${limit}&marker=${String(next)}>; rel="next"`;
    return reply(200, rest, way === 'link' && next !== null ? [['Link', link]] : []);
  };
}

async function found(way: Way, service: Wrap): Promise<readonly unknown[]> {
  const faults = await findings(await shelf(way), { workload: 'shelf', service });
  return faults.map(({ finding }) => [finding.rule, finding.kind]);
}

describe.each<[string, Way]>([
  ['a page number', 'page'],
  ['an offset', 'offset'],
  ['a link', 'link'],
])('a list whose next page is requested with %s', (_, way) => {
  it('a paged list is read to its end', async () => {
    expect(await found(way, paged(way))).toEqual([]);
  });

  it('a page that skips an element causes a finding', async () => {
    const skipping = paged(way, (start) => (start === 0 ? 0 : start + 1));
    expect(await found(way, skipping)).toEqual([['state/partition', 'elements-differ']]);
  });
});

describe('pages after the last page', () => {
  it('a page after the last page may be answered with a 404', async () => {
    expect(await found('page', paged('page', undefined, 404))).toEqual([]);
  });

  it('a page after the last page may repeat the last page', async () => {
    const last = (start: number, limit: number): number => Math.min(start, Math.ceil(99 / limit) * limit);
    expect(await found('page', paged('page', last))).toEqual([]);
  });
});
