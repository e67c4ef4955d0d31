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
    'the names of all listed tools in a different order',
    probed(['a', 'b'], ['a', 'b'], { names: ['b', 'a'] }),
    undefined,
  ],
  ['a server without a description', probed(['a']), undefined],
  ['the right number of tools', probed(['a', 'b'], ['a', 'b'], { count: 2 }), undefined],
  [
    'the names of all tools, also of tools for only some clients',
    probed(['a'], ['a', 'b'], { names: ['a', 'b'] }),
    undefined,
  ],
  ['only the names of the tools for every client', probed(['a'], ['a', 'b'], { names: ['a'] }), undefined],
  [
    'a number between the tools for every client and the tools for some clients',
    probed(['a'], ['a', 'b', 'c'], { count: 2 }),
    undefined,
  ],
  [
    'a description with an incomplete list of names',
    probed(['a', 'b'], ['a', 'b'], { names: ['a'], open: true }),
    undefined,
  ],
  [
    'a smaller minimum number than the number of listed tools',
    probed(['a', 'b'], ['a', 'b'], { count: 1, open: true }),
    undefined,
  ],
  ['an advertised name that is not listed', probed(['a'], ['a'], { names: ['a', 'b'] }), 'not-registered'],
  [
    'an advertised name that is not listed, in an incomplete list',
    probed(['a'], ['a'], { names: ['b'], open: true }),
    'not-registered',
  ],
  ['a listed tool that is not advertised', probed(['a', 'b'], ['a', 'b'], { names: ['a'] }), 'not-advertised'],
  [
    'the right number of tools with a wrong name',
    probed(['a', 'b'], ['a', 'b'], { names: ['a', 'c'] }),
    'tools-differ',
  ],
  ['a number of tools that is too small', probed(['a', 'b'], ['a', 'b'], { count: 1 }), 'count-differs'],
  ['a larger number of tools than any client sees', probed(['a'], ['a', 'b'], { count: 3 }), 'count-differs'],
  [
    'a larger minimum number than the number of listed tools',
    probed(['a'], ['a'], { count: 2, open: true }),
    'count-differs',
  ],
  ['an empty list of tool names', probed(['a'], ['a'], { names: [] }), 'not-advertised'],
])('the advertised tools must be the listed tools: %s → $2', (_, given, kind) => {
  expect(advertisedTools.check(given).map((violation) => violation.kind)).toEqual(kind === undefined ? [] : [kind]);
});

test('the message states both numbers of tools and the differing names', () => {
  const [violation] = advertisedTools.check(probed(['a', 'x'], ['a', 'x', 'y'], { names: ['a', 'b', 'c'] }));
  expect(violation?.message).toBe(
    'graph advertises 3 tools in server.json, but registers 2 (3 for a client with sampling, elicitation and roots): it does not register b, c and does not advertise x.',
  );
});

test.each<[string, ProbedServer, readonly string[]]>([
  ['a tool list without faults', probed(['a', 'b'], ['a', 'b', 'c']), []],
  ['a tool list that does not end', probed({ kind: 'endless', message: 'It went on.' }), ['endless']],
  [
    'a tool list that does not end for some clients only',
    probed(['a'], { kind: 'endless', message: 'It went on.' }),
    ['endless'],
  ],
  ['a tool list with other output before it', probed({ kind: 'listed', names: [], noise: 'hello' }), ['noise']],
  ['a tool list that repeats a name', probed(['a', 'b', 'a']), ['repeated']],
])('the tools that a server lists are judged: %s → $2', (_, given, kinds) => {
  expect(toolList.check(given).map(({ kind }) => kind)).toEqual(kinds);
});
