import router from '@stoplight/prism-http/dist/router/index.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from './prism.js';
import { indexedRoute } from './prism-route.js';

// The test imports only the router. All of Prism takes seconds to load without the bundle.
const route = router as unknown as Route;

type Operations = Parameters<Route>[0]['resources'];
type Input = Parameters<Route>[0]['input'];

const SERVERS = [
  { id: 's', url: 'http://one.test/{base}', variables: { base: { default: 'v1', enum: ['v1', 'v2'] } } },
];

/** Makes operations from strings of the form `METHOD path`. A trailing `@` marks an operation with its own servers. */
function operationsOf(texts: readonly string[]): Operations {
  return texts.map((text, index) => {
    const [method = '', path = '', mark] = text.split(' ');
    const servers = mark === '@' ? SERVERS : [];
    return { id: String(index), method, path, servers, responses: [] };
  });
}

/** The id of the operation that the router chooses, or the error that the router returns or throws. */
function resultOf(own: Route, resources: Operations, method: string, path: string, baseUrl?: string): unknown {
  const input = { method, url: { path, query: {}, baseUrl } } as unknown as Input;
  try {
    const chosen = own({ resources, input });
    if ('right' in chosen) return chosen.right.id;
    const { name, message, status, detail } = chosen.left as unknown as Readonly<Record<string, unknown>>;
    return { name, message, status, detail };
  } catch (error) {
    return String(error);
  }
}

function results(texts: readonly string[], method: string, path: string, baseUrl?: string): readonly unknown[] {
  const operations = operationsOf(texts);
  const all = resultOf(route, operations, method, path, baseUrl);
  return [resultOf(indexedRoute(route, operations), operations, method, path, baseUrl), all];
}

const OVERLAPPING = [
  'get /a/{x}',
  'get /a/b',
  'put /a/{y}',
  'get /{z}/b',
  'get /a/{x}.json',
  'delete /a/b/',
  'get / @',
];

describe('the faster router for Prism', () => {
  it.for([
    ['a literal path before a path template', OVERLAPPING, 'get', '/a/b', '1'],
    ['a method that only one matching operation has', OVERLAPPING, 'put', '/a/b', '2'],
    ['a path segment that only a template matches', OVERLAPPING, 'get', '/c/b', '3'],
    ['a template that is a part of a path segment', OVERLAPPING, 'get', '/a/c.json', '4'],
    ['an empty last path segment', OVERLAPPING, 'delete', '/a/b/', '5'],
    ['a percent-encoded literal in a path', ['get /a/%7e'], 'get', '/%61/~', '0'],
    ['a percent-encoded path template', ['get /a/%7Bid%7D'], 'get', '/a/1', '0'],
    ['a path that cannot be percent-decoded', ['get /a/%ff'], 'get', '/a/%ff', '0'],
  ] as const)(
    'the faster router chooses the same operation as the router of Prism: %s',
    ([, texts, method, path, chosen]) => {
      expect(results(texts, method, path)).toEqual([chosen, chosen]);
    },
  );

  it.for([
    ['an unknown path', OVERLAPPING, 'get', '/x/y/z', 404],
    ['an unknown method', OVERLAPPING, 'patch', '/a/b', 405],
    ['a contract without operations', [], 'get', '/', 404],
  ] as const)(
    'the faster router refuses the same requests as the router of Prism: %s',
    ([, texts, method, path, status]) => {
      const [own, all] = results(texts, method, path);
      expect(own).toMatchObject({ status });
      expect(own).toEqual(all);
    },
  );

  it('the faster router throws the same error as the router of Prism for a path without a slash', () => {
    const [own, all] = results(['get /a', 'get b'], 'get', '/a');
    expect(own).toMatch(/Malformed path/);
    expect(own).toEqual(all);
  });

  const segment = fc.constantFrom('a', 'b', '', '{x}', '{y}', '{x}.a', 'a{x}', '%61', '%', '{', 'é', '{x}{y}');
  const path = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
  const method = fc.constantFrom('get', 'put', 'post');
  const operation = fc
    .tuple(method, path(segment), fc.constantFrom('', ' @'))
    .map(([name, template, mark]) => `${name} ${template}${mark}`);
  const requested = path(fc.constantFrom('a', 'b', 'c', '', 'c.a', 'ac', '%61', '%', '{', '%7B', 'é', '%C3%A9', '%0a'));
  const baseUrl = fc.constantFrom(undefined, 'http://one.test/v1', 'http://two.test');

  it('the faster router returns the same result as the router of Prism for random operations', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 12 }), method, requested, baseUrl, (texts, name, target, server) => {
        const [own, all] = results(texts, name, target, server);
        expect(own).toEqual(all);
      }),
      { numRuns: 1000 },
    );
  });
});
