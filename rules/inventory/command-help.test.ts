import { expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { ExpectedEntry, InventoryEntry } from '../../surfaces/driver.js';
import { checkCommandHelp } from './command-help.js';

type Flags = Readonly<Record<string, boolean>>;

function wanted(name: string, flags: Flags = {}): ExpectedEntry {
  return { name, operation: `op-${name}` as OperationId, required: new Map(Object.entries(flags)) };
}

function helped(name: string, flags: Flags): InventoryEntry {
  return { name, required: new Map(Object.entries(flags)) };
}

const BOTH = [wanted('a', { '--id': true, '--limit': false }), wanted('b', { '--id': true })];

it.each<[string, readonly ExpectedEntry[], readonly InventoryEntry[], readonly string[]]>([
  [
    'the marks of the contract',
    BOTH,
    [helped('a', { '--id': true, '--limit': false }), helped('b', { '--id': true })],
    [],
  ],
  ['no marks', BOTH, [helped('a', { '--id': false, '--limit': false }), helped('b', { '--id': false })], []],
  ['a mark of a flag that the contract leaves open', [wanted('a')], [helped('a', { '--body': true })], []],
  [
    'a mark of an optional flag',
    BOTH,
    [helped('a', { '--id': true, '--limit': true }), helped('b', { '--id': true })],
    ['required-differs op-a: a --limit'],
  ],
  [
    'marks of one command only',
    BOTH,
    [helped('a', { '--id': true, '--limit': false }), helped('b', { '--id': false })],
    ['required-differs op-b: b --id'],
  ],
  [
    'no help of two commands',
    BOTH,
    [
      { name: 'a', isHelpless: true },
      { name: 'b', isHelpless: true },
    ],
    ['help-fails op-a,op-b: a,b'],
  ],
  [
    'another variable for the token',
    BOTH,
    [
      { name: 'a', otherVariable: { stated: 'SVC_API_TOKEN', read: 'SVC_TOKEN' } },
      { name: 'b', otherVariable: { stated: 'SVC_API_TOKEN', read: 'SVC_TOKEN' } },
    ],
    ['variable-differs op-a,op-b: SVC_API_TOKEN'],
  ],
  ['no help of a command that the contract does not have', BOTH, [{ name: 'completion', isHelpless: true }], []],
  ['a help that was not read', BOTH, [{ name: 'a' }, { name: 'b' }], []],
])('the help of a command line has %s → $3', (_, expected, offered, want) => {
  const found = checkCommandHelp('cli', expected, offered);
  const words = found.map(
    ({ operations, violation: { kind, received } }) => `${kind} ${operations.join(',')}: ${String(received)}`,
  );
  expect(words).toEqual(want);
});
