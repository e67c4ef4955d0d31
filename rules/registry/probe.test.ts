import { expect, test } from 'vitest';
import { advertisedTools } from './advertised-tools.js';
import type { AdvertisedTools, ProbedServer, RegisteredTools } from './probed-server.js';
import { toolList } from './tool-list.js';

const location = { file: 'servers.yaml', line: 3, column: 5, pointer: '/servers/0/name' };

function probed(
  minimal: RegisteredTools | readonly string[],
  capable = minimal,
  advertised?: Partial<AdvertisedTools>,
): ProbedServer {
  const tools = (given: RegisteredTools | readonly string[]): RegisteredTools =>
    'kind' in given ? given : { kind: 'listed', names: given };
  return {
    server: { name: 'graph', pin: '', launch: [], places: { name: location, pin: location, launch: location } },
    minimal: tools(minimal),
    capable: tools(capable),
    ...(advertised && {
      advertised: { file: 'server.json', count: advertised.names?.length ?? 0, open: false, ...advertised },
    }),
  };
}

test.each<[string, ProbedServer, string | undefined]>([
  ['the same, in another order', probed(['a', 'b'], ['a', 'b'], { names: ['b', 'a'] }), undefined],
  ['nothing published', probed(['a']), undefined],
  ['as many', probed(['a', 'b'], ['a', 'b'], { count: 2 }), undefined],
  ['what only some clients see', probed(['a'], ['a', 'b'], { names: ['a', 'b'] }), undefined],
  ['what every client sees', probed(['a'], ['a', 'b'], { names: ['a'] }), undefined],
  ['a number between the two', probed(['a'], ['a', 'b', 'c'], { count: 2 }), undefined],
  ['an open list', probed(['a', 'b'], ['a', 'b'], { names: ['a'], open: true }), undefined],
  ['an open number', probed(['a', 'b'], ['a', 'b'], { count: 1, open: true }), undefined],
  ['one that is gone', probed(['a'], ['a'], { names: ['a', 'b'] }), 'not-registered'],
  ['one that is gone from an open list', probed(['a'], ['a'], { names: ['b'], open: true }), 'not-registered'],
  ['one that is hidden', probed(['a', 'b'], ['a', 'b'], { names: ['a'] }), 'not-advertised'],
  ['as many, but others', probed(['a', 'b'], ['a', 'b'], { names: ['a', 'c'] }), 'tools-differ'],
  ['fewer', probed(['a', 'b'], ['a', 'b'], { count: 1 }), 'count-differs'],
  ['more than any client sees', probed(['a'], ['a', 'b'], { count: 3 }), 'count-differs'],
  ['more than an open number', probed(['a'], ['a'], { count: 2, open: true }), 'count-differs'],
  ['none at all', probed(['a'], ['a'], { names: [] }), 'not-advertised'],
])('advertised tools must be listed: %s → $2', (_, given, kind) => {
  expect(advertisedTools.check(given).map((violation) => violation.kind)).toEqual(kind === undefined ? [] : [kind]);
});

test('the message has both counts and the differing names', () => {
  const [violation] = advertisedTools.check(probed(['a', 'x'], ['a', 'x', 'y'], { names: ['a', 'b', 'c'] }));
  expect(violation?.message).toBe(
    'graph advertises 3 tools in server.json, but registers 2 (3 for a client with sampling, elicitation and roots): it does not register b, c and does not advertise x.',
  );
});

test.each<[string, ProbedServer, readonly string[]]>([
  ['a list in order', probed(['a', 'b'], ['a', 'b', 'c']), []],
  ['a list without end', probed({ kind: 'endless', message: 'It went on.' }), ['endless']],
  ['one that only some clients see not end', probed(['a'], { kind: 'endless', message: 'It went on.' }), ['endless']],
  ['noise', probed({ kind: 'listed', names: [], noise: 'hello' }), ['noise']],
  ['a name twice', probed(['a', 'b', 'a']), ['repeated']],
])('the tools that a server lists are judged: %s → $2', (_, given, kinds) => {
  expect(toolList.check(given).map(({ kind }) => kind)).toEqual(kinds);
});
