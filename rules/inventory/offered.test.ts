import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { ExpectedEntry, InventoryEntry } from '../../surfaces/driver.js';
import { checkOffered } from './offered.js';

function wanted(name: string, inputs?: readonly string[]): ExpectedEntry {
  return { name, operation: `op-${name}` as OperationId, ...(inputs && { inputs }) };
}

const cases: readonly (readonly [
  name: string,
  given: readonly [expected: readonly ExpectedEntry[], offered: readonly InventoryEntry[]],
  want: readonly string[],
])[] = [
  ['a surface without expected and offered operations', [[], []], []],
  [
    'operations and inputs in a different order',
    [
      [wanted('a', ['x', 'y']), wanted('b')],
      [{ name: 'b' }, { name: 'a', inputs: ['y', 'x'] }],
    ],
    [],
  ],
  ['a missing operation', [[wanted('a'), wanted('b')], [{ name: 'b' }]], ['missing /inventory/a op-a']],
  ['an unexpected operation', [[wanted('a')], [{ name: 'a' }, { name: 'b' }]], ['unexpected /inventory/b']],
  [
    'two unexpected methods of one path',
    [[], [{ name: 'GET /b' }, { name: 'GET /c' }, { name: 'DELETE /b' }]],
    ['unexpected /inventory/DELETE, GET ~1b', 'unexpected /inventory/GET ~1c'],
  ],
  [
    'an operation under a similar name',
    [
      [wanted('get_item'), wanted('b')],
      [{ name: 'get-item' }, { name: 'b' }],
    ],
    ['renamed /inventory/get_item op-get_item'],
  ],
  ['a surface that lists nothing', [[wanted('a'), wanted('b')], []], ['missing /inventory/a op-a op-b']],
  [
    'two operations under unrelated names',
    [
      [wanted('a'), wanted('b')],
      [{ name: 'c' }, { name: 'd' }],
    ],
    ['missing /inventory/a op-a', 'missing /inventory/b op-b', 'unexpected /inventory/c', 'unexpected /inventory/d'],
  ],
  ['a missing input', [[wanted('a', ['x', 'y'])], [{ name: 'a', inputs: ['x'] }]], ['inputs-differ /inventory/a op-a']],
  ['an unexpected input', [[wanted('a', [])], [{ name: 'a', inputs: ['x'] }]], ['inputs-differ /inventory/a op-a']],
  [
    'a form without a control for a member',
    [[{ ...wanted('a'), members: ['body.x', 'body.y'] }], [{ name: 'a', members: ['body.x'] }]],
    ['members-missing /inventory/a op-a'],
  ],
  [
    'a form in which a member cannot be null',
    [[{ ...wanted('a'), members: ['body.x', 'body.x = null'] }], [{ name: 'a', members: ['body.x'] }]],
    ['members-missing /inventory/a op-a'],
  ],
  [
    'a form in which an alternative lacks a member',
    [
      [{ ...wanted('a'), members: ['body.x', 'body.x[0].y', 'body.x[1].z'] }],
      [{ name: 'a', members: ['body.x', 'body.x[0].y'] }],
    ],
    ['members-missing /inventory/a op-a'],
  ],
  [
    'a form in which an alternative lacks an option',
    [
      [{ ...wanted('a'), members: ['body.x', 'body.x[0].y', 'body.x[0].y = "new"'] }],
      [{ name: 'a', members: ['body.x', 'body.x[0].y', 'body.x[0].y = "old"'] }],
    ],
    ['members-missing /inventory/a op-a'],
  ],
  ['a form without members', [[{ ...wanted('a'), members: ['body.x'] }], [{ name: 'a', members: [] }]], []],
  ['a surface that does not list the inputs of its operations', [[wanted('a', ['x'])], [{ name: 'a' }]], []],
  ['inputs of an operation whose expected inputs are unknown', [[wanted('a')], [{ name: 'a', inputs: ['x'] }]], []],
  ['a route, whose name has slashes', [[wanted('GET /a/{b}')], []], ['missing /inventory/GET ~1a~1{b} op-GET /a/{b}']],
  [
    'a description of a different operation',
    [[{ ...wanted('a'), description: 'Fetch it' }], [{ name: 'a', description: 'Delete it' }]],
    ['description-differs /inventory/a op-a'],
  ],
  [
    'a surface without descriptions, of a contract with descriptions',
    [[{ ...wanted('a'), description: 'Fetch it' }], [{ name: 'a' }]],
    ['description-differs /inventory/a op-a'],
  ],
  ...(
    [
      ['all descriptions are missing', [undefined, undefined], ['a b']],
      ['all descriptions have the same text', ['Tool', 'Tool'], ['a b']],
      ['all descriptions are cut', ['Fetch', 'List'], ['a b']],
      ['all descriptions are extended', ['It: Fetch it', 'It: List them'], ['a b']],
      ['all descriptions are in capitals', ['FETCH IT', 'LIST THEM'], ['a b']],
      ['all descriptions have another text', ['Get one', 'Get all'], ['a', 'b']],
      ['one description is missing, and one is cut in capitals', [undefined, 'LIST'], ['a', 'b']],
      ['one description is missing', ['Fetch it', undefined], ['b']],
    ] as const
  ).map(
    ([name, [a, b], want]) =>
      [
        `two described operations and one without a description: ${name}`,
        [
          [{ ...wanted('a'), description: 'Fetch it' }, { ...wanted('b'), description: 'List them' }, wanted('c')],
          [
            { name: 'a', ...(a !== undefined && { description: a }) },
            { name: 'b', ...(b !== undefined && { description: b }) },
            { name: 'c' },
          ],
        ],
        want.map(
          (names) =>
            `description-differs /inventory/${names[0]} ${names
              .split(' ')
              .map((each) => `op-${each}`)
              .join(' ')}`,
        ),
      ] as const,
  ),
  [
    'a tool that changes state and is declared as read-only',
    [[{ ...wanted('a'), isReadOnly: false }], [{ name: 'a', isReadOnly: true }]],
    ['declared-read-only /inventory/a op-a'],
  ],
  [
    'a read-only tool that is not declared as read-only',
    [[{ ...wanted('a'), isReadOnly: true }], [{ name: 'a', isReadOnly: false }]],
    [],
  ],
  [
    'an operation that is offered twice',
    [[wanted('a')], [{ name: 'a' }, { name: 'a' }]],
    ['repeated /inventory/a op-a'],
  ],
  [
    'a list that repeats several operations',
    [
      [wanted('a'), wanted('b'), wanted('c')],
      [{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'b' }, { name: 'c' }],
    ],
    ['repeated /inventory/a op-a op-b'],
  ],
];

describe('the rule inventory/offered', () => {
  it.each(cases)(
    'the operations that a surface offers are compared with the contract: %s (violations: $2)',
    (_, [expected, offered], want) => {
      const found = checkOffered('cli', expected, offered);
      expect(
        found.map(({ violation, operations }) =>
          `${violation.kind} ${violation.pointer} ${operations.join(' ')}`.trim(),
        ),
      ).toEqual(want);
      expect(found.every(({ violation }) => violation.surface === 'cli' && violation.blame === 'surface')).toBe(true);
    },
  );

  it.each(cases)(
    'the message of a violation contains the operationId of its operation: %s',
    (_, [expected, offered]) => {
      for (const { violation, operations } of checkOffered('cli', expected, offered))
        for (const name of operations.length === 0 ? ['which the contract does not have'] : operations)
          expect(violation.message).toContain(name);
    },
  );

  it('a violation lists the names that the surface offers', () => {
    const [missing] = checkOffered('mcp', [wanted('a')], [{ name: 'b' }, { name: 'c' }]);
    expect(missing?.violation).toMatchObject({
      message: 'mcp does not offer op-a (`a`).',
      expected: 'a',
      received: ['b', 'c'],
    });
    const [differs] = checkOffered('mcp', [wanted('a', ['y', 'x'])], [{ name: 'a', inputs: ['z', 'x'] }]);
    expect(differs?.violation).toMatchObject({ expected: ['x', 'y'], received: ['x', 'z'] });
  });

  it('each missing operation has its own cause', () => {
    const found = checkOffered('cli', [wanted('a'), wanted('b'), wanted('c')], [{ name: 'c' }]);
    expect(new Set(found.map(({ violation }) => violation.cause)).size).toBe(2);
  });
});
