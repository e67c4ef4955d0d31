import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readWaivers } from './waivers.js';

const ajv = new Ajv2020();
ajvFormats.default(ajv);
const isValid = ajv.compile(JSON.parse(readFileSync('docs/waivers.schema.json', 'utf8')) as object);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parity-waivers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string): ReturnType<typeof readWaivers> {
  writeFileSync(join(folder, 'waivers.yaml'), text);
  return readWaivers('waivers.yaml', { root: folder });
}

const ONE = `waivers:
  - rule: parity/same-status
    surface: cli
    operation: getItem
    reason: Known.
    owner: maintainer of the command line
    expires: 2030-12-31
`;

test('reads waivers with their locations', () => {
  expect(read(ONE)).toMatchObject({
    kind: 'waivers',
    waivers: [
      {
        rule: 'parity/same-status',
        surface: 'cli',
        operations: ['getItem'],
        reason: 'Known.',
        expires: '2030-12-31',
        location: { line: 2 },
      },
    ],
  });
  expect(read(ONE.replace('getItem', '[getItem, listItems]'))).toMatchObject({
    waivers: [{ operations: ['getItem', 'listItems'] }],
  });
  expect(read('waivers: []')).toEqual({ kind: 'waivers', waivers: [] });
});

test("this project's own waivers are valid", () => {
  expect(readWaivers('contract/waivers.yaml', { root: resolve(import.meta.dirname, '../..') })).toMatchObject({
    kind: 'waivers',
  });
});

test.each<[string, string, readonly string[]]>([
  ['a waiver without a rule', ONE.replace('rule: parity/same-status\n    ', ''), ['waiver-malformed 2']],
  ['a waiver without a reason', ONE.replace('    reason: Known.\n', ''), ['waiver-malformed 2']],
  ['a waiver with an empty reason', ONE.replace('Known.', '"  "'), ['waiver-malformed 5']],
  ['a waiver without an owner', ONE.replace(/ {4}owner.*\n/, ''), ['waiver-malformed 2']],
  ['a waiver without an expiry date', ONE.replace(/ {4}expires.*\n/, ''), ['waiver-malformed 2']],
  ['an expiry date that is not a date', ONE.replace('2030-12-31', 'never'), ['waiver-date 7']],
  ['a day that does not exist in the month', ONE.replace('2030-12-31', '2030-02-30'), ['waiver-date 7']],
  ['a month that does not exist', ONE.replace('2030-12-31', '2030-13-01'), ['waiver-date 7']],
  ['a waiver for all findings of a rule', ONE.replace(/ {4}surface.*\n {4}operation.*\n/, ''), ['waiver-broad 2']],
  ['a finding id that is malformed', `${ONE}    finding: '12'\n`, ['waiver-finding 8']],
  ['a misspelt key in a waiver', ONE.replace('surface:', 'surfaces:'), ['waiver-key 3']],
  ['an operation that is a number', ONE.replace('getItem', '7'), ['waiver-malformed 4']],
  ['an empty list of operations', ONE.replace('getItem', '[]'), ['waiver-malformed 4']],
  ['a repeated waiver', ONE + ONE.replace('waivers:\n', ''), ['waiver-twice 8']],
  ['waivers that are not a list', 'waivers: {}', ['waiver-malformed 1']],
  ['a file without the key `waivers`', '{}', ['waiver-malformed 1']],
  ['a file that is not YAML', 'waivers: [', ['document-syntax 1']],
])('a faulty waiver is reported with its line: %s → $2', (_, given, want) => {
  const reading = read(given);
  const faults = reading.kind === 'faults' ? reading.faults : [];
  expect(faults.map(({ code, location }) => `${code} ${location.line}`)).toEqual(want);
  for (const { repair } of faults) expect(repair).toMatch(/^[A-Z].*\.$/);
  // The schema for editors does not detect repeated waivers or YAML syntax errors.
  if (want.some((fault) => !/^(?:waiver-twice|document)/.test(fault))) expect(isValid(parse(given))).toBe(false);
});

test('the schema for editors accepts what the reader accepts', () => {
  const only = ONE.replace(/ {4}surface.*\n {4}operation.*\n/, "    finding: '01234567'\n    kind: missing\n");
  for (const text of [ONE, only, ONE.replace('getItem', '[getItem, listItems]'), 'waivers: []']) {
    expect(read(text)).toMatchObject({ kind: 'waivers' });
    expect(isValid(parse(text)), text).toBe(true);
  }
});

test('the repair of a missing file states the content of a file without waivers', () => {
  const reading = readWaivers('missing.yaml', { root: folder });
  const repair = 'Correct the path, or create the file with the line `waivers: []`.';
  expect(reading).toMatchObject({ kind: 'faults', faults: [{ code: 'document-missing', repair }] });
  expect(read('waivers: []')).toEqual({ kind: 'waivers', waivers: [] });
});
