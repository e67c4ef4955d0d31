import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { ExpectedEntry, InventoryEntry } from '../../surfaces/driver.js';
import { checkOffered } from './offered.js';

function wanted(name: string, inputs?: readonly string[]): ExpectedEntry {
  return { name, operation: `op-${name}` as OperationId, ...(inputs && { inputs }) };
}

const cases: readonly (readonly [
  name: string,
  value: { given: readonly [readonly ExpectedEntry[], readonly InventoryEntry[]]; want: readonly string[] },
])[] = [
  ['a surface without expected and offered operations', { given: [[], []], want: [] }],
  [
    'operations and inputs in a different order are no fault',
    {
      given: [
        [wanted('a', ['x', 'y']), wanted('b')],
        [{ name: 'b' }, { name: 'a', inputs: ['y', 'x'] }],
      ],
      want: [],
    },
  ],
  [
    'a missing operation is a fault',
    { given: [[wanted('a'), wanted('b')], [{ name: 'b' }]], want: ['missing /inventory/a op-a'] },
  ],
  [
    'an unexpected operation is a fault',
    { given: [[wanted('a')], [{ name: 'a' }, { name: 'b' }]], want: ['unexpected /inventory/b '] },
  ],
  [
    'two methods of one path are one fault',
    {
      given: [[], [{ name: 'GET /b' }, { name: 'GET /c' }, { name: 'DELETE /b' }]],
      want: ['unexpected /inventory/DELETE, GET ~1b ', 'unexpected /inventory/GET ~1c '],
    },
  ],
  [
    'an operation under a similar name is one fault',
    {
      given: [
        [wanted('get_item'), wanted('b')],
        [{ name: 'get-item' }, { name: 'b' }],
      ],
      want: ['renamed /inventory/get_item op-get_item'],
    },
  ],
  [
    'a surface that lists nothing has one fault',
    { given: [[wanted('a'), wanted('b')], []], want: ['missing /inventory/a op-a op-b'] },
  ],
  [
    'two operations under unrelated names are missing and unexpected',
    {
      given: [
        [wanted('a'), wanted('b')],
        [{ name: 'c' }, { name: 'd' }],
      ],
      want: [
        'missing /inventory/a op-a',
        'missing /inventory/b op-b',
        'unexpected /inventory/c ',
        'unexpected /inventory/d ',
      ],
    },
  ],
  [
    'a missing input is a fault',
    { given: [[wanted('a', ['x', 'y'])], [{ name: 'a', inputs: ['x'] }]], want: ['inputs-differ /inventory/a op-a'] },
  ],
  [
    'an unexpected input is a fault',
    { given: [[wanted('a', [])], [{ name: 'a', inputs: ['x'] }]], want: ['inputs-differ /inventory/a op-a'] },
  ],
  [
    'a form without a control for a member',
    {
      given: [[{ ...wanted('a'), members: ['body.x', 'body.y'] }], [{ name: 'a', members: ['body.x'] }]],
      want: ['members-missing /inventory/a op-a'],
    },
  ],
  [
    'a form in which a member cannot be null',
    {
      given: [[{ ...wanted('a'), members: ['body.x', 'body.x = null'] }], [{ name: 'a', members: ['body.x'] }]],
      want: ['members-missing /inventory/a op-a'],
    },
  ],
  [
    'a form in which an alternative lacks a member',
    {
      given: [
        [{ ...wanted('a'), members: ['body.x', 'body.x[0].y', 'body.x[1].z'] }],
        [{ name: 'a', members: ['body.x', 'body.x[0].y'] }],
      ],
      want: ['members-missing /inventory/a op-a'],
    },
  ],
  [
    'a form without members',
    { given: [[{ ...wanted('a'), members: ['body.x'] }], [{ name: 'a', members: [] }]], want: [] },
  ],
  [
    'a surface that does not list the inputs of its operations',
    { given: [[wanted('a', ['x'])], [{ name: 'a' }]], want: [] },
  ],
  [
    'inputs of an operation whose expected inputs are unknown',
    { given: [[wanted('a')], [{ name: 'a', inputs: ['x'] }]], want: [] },
  ],
  [
    'a route, whose name has slashes',
    { given: [[wanted('GET /a/{b}')], []], want: ['missing /inventory/GET ~1a~1{b} op-GET /a/{b}'] },
  ],
  [
    'a description of another operation',
    {
      given: [[{ ...wanted('a'), description: 'Fetch it' }], [{ name: 'a', description: 'Delete it' }]],
      want: ['description-differs /inventory/a op-a'],
    },
  ],
  [
    'a surface without descriptions, of a contract with descriptions',
    {
      given: [[{ ...wanted('a'), description: 'Fetch it' }], [{ name: 'a' }]],
      want: ['description-differs /inventory/a op-a'],
    },
  ],
  [
    'a tool that changes state and is declared as read-only',
    {
      given: [[{ ...wanted('a'), isReadOnly: false }], [{ name: 'a', isReadOnly: true }]],
      want: ['declared-read-only /inventory/a op-a'],
    },
  ],
  [
    'a read-only tool that is not declared as read-only',
    { given: [[{ ...wanted('a'), isReadOnly: true }], [{ name: 'a', isReadOnly: false }]], want: [] },
  ],
  [
    'an operation that is offered twice',
    { given: [[wanted('a')], [{ name: 'a' }, { name: 'a' }]], want: ['repeated /inventory/a op-a'] },
  ],
  [
    'a list that repeats several operations',
    {
      given: [
        [wanted('a'), wanted('b'), wanted('c')],
        [{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'b' }, { name: 'c' }],
      ],
      want: ['repeated /inventory/a op-a op-b'],
    },
  ],
];

describe('the rule inventory/offered', () => {
  it.each(cases)(
    'the offered operations are compared with the contract: %s',
    (_, { given: [expected, offered], want }) => {
      const found = checkOffered('cli', expected, offered);
      expect(
        found.map(({ violation, operations }) => `${violation.kind} ${violation.pointer} ${operations.join(' ')}`),
      ).toEqual(want);
      expect(found.every(({ violation }) => violation.surface === 'cli' && violation.blame === 'surface')).toBe(true);
    },
  );

  it.each(cases)('the message names the operation by its id: %s', (_, { given: [expected, offered] }) => {
    for (const { violation, operations } of checkOffered('cli', expected, offered))
      for (const name of operations.length === 0 ? ['which the contract does not have'] : operations)
        expect(violation.message).toContain(name);
  });

  it('a violation lists the offered operations', () => {
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
