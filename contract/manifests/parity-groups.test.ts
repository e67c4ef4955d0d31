import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../contract.js';
import { contractAt } from '../fixtures/contracts.js';
import { readParityGroups } from './parity-groups.js';

const ROOT = resolve(import.meta.dirname, '../..');
let folder = '';
let contracts: readonly Contract[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parity-'));
  const operations = (...ids: readonly string[]): string =>
    ids.map((id) => `  /${id}: {get: {operationId: ${id}}}\n`).join('');
  writeFileSync(
    join(folder, 'one.yaml'),
    `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n${operations('call', 'watch')}`,
  );
  writeFileSync(
    join(folder, 'two.yaml'),
    `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n${operations('call')}`,
  );
  contracts = [await contractAt('one.yaml', { root: folder }), await contractAt('two.yaml', { root: folder })];
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string): ReturnType<typeof readParityGroups> {
  writeFileSync(join(folder, 'parity.yaml'), text);
  return readParityGroups('parity.yaml', contracts, { root: folder });
}

const GROUP = 'contracts: [one.yaml]\ngroups:\n- name: run\n  bindings: {rest: call, card: watch}\n';
const EXCLUDED =
  '  excluded:\n  - {surface: rest, operation: watch, reason: no stream}\n' +
  '  - {surface: card, operation: call, reason: shows only}\n';

test('reads groups, bindings and exclusions with their locations', async () => {
  const reading = await read(GROUP + EXCLUDED);
  expect(reading).toMatchObject({
    kind: 'groups',
    groups: {
      file: 'parity.yaml',
      surfaces: ['rest', 'card'],
      groups: [
        {
          name: 'run',
          bindings: [
            { surface: 'rest', operation: 'call', location: { line: 4 } },
            { surface: 'card', operation: 'watch' },
          ],
          excluded: [
            { surface: 'rest', operation: 'watch', reason: 'no stream', location: { line: 6 } },
            { surface: 'card', operation: 'call' },
          ],
          location: { line: 3, column: 3 },
        },
      ],
    },
  });
});

test("this project's own parity file covers its contracts", async () => {
  const files = ['contract/item-service.openapi.yaml', 'contract/science-runtime.openapi.yaml'];
  const own = await Promise.all(files.map(async (file) => contractAt(file, { root: ROOT })));
  const reading = await readParityGroups('contract/parity.yaml', own, { root: ROOT });
  expect(reading.kind === 'faults' ? reading.faults : []).toEqual([]);
});

describe('faults of the parity file', () => {
  test.each<[string, string, readonly string[]]>([
    ['an operation that is neither bound nor excluded', GROUP, ['parity-uncovered 2', 'parity-uncovered 2']],
    [
      'an unknown operation',
      `${GROUP}${EXCLUDED}- {name: b, bindings: {rest: none}}\n`,
      ['parity-operation-unknown 8'],
    ],
    [
      'an unknown operation in an exclusion',
      `${GROUP}${EXCLUDED}  - {surface: rest, operation: none, reason: r}\n`,
      ['parity-operation-unknown 8'],
    ],
    [
      'two groups with the same name',
      `${GROUP}${EXCLUDED}- {name: run, bindings: {x: call, rest: call}, excluded: [{surface: x, operation: watch, reason: r}]}\n`,
      ['parity-group-duplicate 8', 'parity-twice 8'],
    ],
    ['two bindings of one surface in a group', GROUP.replace('card:', 'rest:'), ['document-duplicate-key 4']],
    [
      'an operation that is bound in two groups',
      `${GROUP}${EXCLUDED}- {name: b, bindings: {rest: call}}\n`,
      ['parity-twice 8'],
    ],
    [
      'an operation that is excluded twice',
      `${GROUP}${EXCLUDED}  - {surface: rest, operation: watch, reason: again}\n`,
      ['parity-twice 8'],
    ],
    [
      'an operation that is both bound and excluded',
      `${GROUP}${EXCLUDED}  - {surface: rest, operation: call, reason: r}\n`,
      ['parity-twice 8'],
    ],
    ['an exclusion with an empty reason', (GROUP + EXCLUDED).replace('no stream', '" "'), ['parity-reason 6']],
    ['an exclusion without a reason', (GROUP + EXCLUDED).replace(', reason: no stream', ''), ['parity-reason 6']],
    [
      'a misspelt key in a group',
      (GROUP + EXCLUDED).replace('excluded', 'exclude'),
      ['parity-key 5', 'parity-uncovered 2', 'parity-uncovered 2'],
    ],
    ['an exclusion without a surface', `${GROUP}${EXCLUDED}  - {operation: call, reason: r}\n`, ['parity-malformed 8']],
    ['a group without a `name`', `${GROUP}${EXCLUDED}- {bindings: {rest: call}}\n`, ['parity-malformed 8']],
    ['a group without bindings', `${GROUP}${EXCLUDED}- {name: b}\n`, ['parity-malformed 8']],
    ['a binding that is a list', `${GROUP}${EXCLUDED}- {name: b, bindings: {rest: [call]}}\n`, ['parity-malformed 8']],
    [
      'a contract that the run does not include',
      (GROUP + EXCLUDED).replace('one.yaml', 'three.yaml'),
      ['parity-contract-unread 1'],
    ],
    [
      'an operationId that two contracts use',
      (GROUP + EXCLUDED).replace('one.yaml', 'one.yaml, two.yaml'),
      ['parity-operation-ambiguous 1'],
    ],
    [
      'a file without contracts',
      (GROUP + EXCLUDED).replace('contracts: [one.yaml]', 'contracts: []'),
      ['parity-malformed 1'],
    ],
    ['a file without groups', 'contracts: [one.yaml]\n', ['parity-malformed 1']],
    ['a file that contains a list', '[]', ['parity-malformed 1', 'parity-malformed 1', 'parity-malformed 1']],
    ['a file that is not YAML', 'a: [', ['document-syntax 1']],
  ])('a fault is reported with its line: %s → $2', async (_, given, want) => {
    const reading = await read(given);
    const faults = reading.kind === 'faults' ? reading.faults : [];
    expect(faults.map(({ code, location }) => `${code} ${location.line}`)).toEqual(want);
    for (const { repair } of faults) expect(repair).toMatch(/^[A-Z].*\.$/);
  });

  test('a missing parity file is reported', async () => {
    const reading = await readParityGroups('none.yaml', contracts, { root: folder });
    expect(reading).toMatchObject({ kind: 'faults', faults: [{ code: 'document-missing' }] });
  });
});
