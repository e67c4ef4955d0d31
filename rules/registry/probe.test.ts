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
  [
    'the description has the names of all listed tools in a different order',
    probed(['a', 'b'], ['a', 'b'], { names: ['b', 'a'] }),
    undefined,
  ],
  ['the server has no description', probed(['a']), undefined],
  ['the description states the number of listed tools', probed(['a', 'b'], ['a', 'b'], { count: 2 }), undefined],
  [
    'the description has the names of all tools, also of tools for only some clients',
    probed(['a'], ['a', 'b'], { names: ['a', 'b'] }),
    undefined,
  ],
  [
    'the description has only the names of the tools for every client',
    probed(['a'], ['a', 'b'], { names: ['a'] }),
    undefined,
  ],
  [
    'the description states a number that is above the number of tools for every client, and below the number of all tools',
    probed(['a'], ['a', 'b', 'c'], { count: 2 }),
    undefined,
  ],
  [
    'the description has a list of names that may be incomplete',
    probed(['a', 'b'], ['a', 'b'], { names: ['a'], open: true }),
    undefined,
  ],
  [
    'the description states a minimum number of tools, and more tools are listed',
    probed(['a', 'b'], ['a', 'b'], { count: 1, open: true }),
    undefined,
  ],
  ['the description has a name that is not listed', probed(['a'], ['a'], { names: ['a', 'b'] }), 'not-registered'],
  [
    'the description has a list of names that may be incomplete, and a name that is not listed',
    probed(['a'], ['a'], { names: ['b'], open: true }),
    'not-registered',
  ],
  [
    'the description lacks the name of a listed tool',
    probed(['a', 'b'], ['a', 'b'], { names: ['a'] }),
    'not-advertised',
  ],
  [
    'the description has the right number of names, and one wrong name',
    probed(['a', 'b'], ['a', 'b'], { names: ['a', 'c'] }),
    'tools-differ',
  ],
  ['the description states a number that is too small', probed(['a', 'b'], ['a', 'b'], { count: 1 }), 'count-differs'],
  ['the description states more tools than any client sees', probed(['a'], ['a', 'b'], { count: 3 }), 'count-differs'],
  [
    'the description states a minimum number of tools, and fewer tools are listed',
    probed(['a'], ['a'], { count: 2, open: true }),
    'count-differs',
  ],
  ['the description has an empty list of names', probed(['a'], ['a'], { names: [] }), 'not-advertised'],
])(
  'the tools that a description advertises are compared with the listed tools: %s (violation: $2)',
  (_, given, kind) => {
    expect(advertisedTools.check(given).map((violation) => violation.kind)).toEqual(kind === undefined ? [] : [kind]);
  },
);

test('the message states the number of advertised and of listed tools, and the names that differ', () => {
  const [violation] = advertisedTools.check(probed(['a', 'x'], ['a', 'x', 'y'], { names: ['a', 'b', 'c'] }));
  expect(violation?.message).toBe(
    'graph advertises 3 tools in server.json, but registers 2 (3 for a client with sampling, elicitation and roots): it does not register b, c and does not advertise x.',
  );
});

test.each<[string, ProbedServer, readonly string[]]>([
  ['a tool list without faults', probed(['a', 'b'], ['a', 'b', 'c']), []],
  ['a tool list that does not end', probed({ kind: 'endless', message: 'It went on.' }), ['endless']],
  [
    'a tool list that does not end, but only for some clients',
    probed(['a'], { kind: 'endless', message: 'It went on.' }),
    ['endless'],
  ],
  ['a tool list with other output before it', probed({ kind: 'listed', names: [], noise: 'hello' }), ['noise']],
  ['a tool list that repeats a name', probed(['a', 'b', 'a']), ['repeated']],
])('a tool server must list each of its tools once: %s (violations: $2)', (_, given, kinds) => {
  expect(toolList.check(given).map(({ kind }) => kind)).toEqual(kinds);
});
