import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeConfig } from '../configuration/load-config.js';
import { type GeneratedChange, fileReasons } from './changed-files.js';
import type { Owner } from './file-owners.js';

const ROOT = '/project';
const LOADED = completeConfig(
  { contracts: ['api.yaml'], surfaces: { sdk: { driver: 'rest' }, cli: { driver: 'rest' } } },
  join(ROOT, 'parity.config.json'),
);

/** An owner of files: a surface or, without one, the service. */
function owner(surface: string | undefined, files: readonly string[], unknown?: string): Owner {
  return {
    ...(surface !== undefined && { surface }),
    contract: 'api.yaml',
    program: {
      files: new Map(files.map((file) => [join(ROOT, file), 'it is run'])),
      folders: new Map(),
      sources: new Map(),
      ...(unknown !== undefined && { unknown }),
    },
  };
}

function reasons(
  owners: readonly Owner[],
  paths: readonly string[],
  generated: readonly (readonly [string, GeneratedChange])[] = [],
) {
  const changed = {
    paths: paths.map((path) => join(ROOT, path)),
    documents: new Set<string>(),
    generated: new Map(generated.map(([path, change]) => [join(ROOT, path), change])),
    reports: [join(ROOT, 'reports')],
  };
  return fileReasons(LOADED, [], { owners, configuration: new Map() }, changed);
}

const UNKNOWN = owner(undefined, [], 'it runs already');
const FOLLOWS = 'sdk: generated code that follows from the contract';

describe('changed files', () => {
  it.each([
    [
      'only one surface uses the file',
      [owner('sdk', ['client.ts']), owner(undefined, ['main.ts'])],
      { surfaces: ['sdk'] },
    ],
    ['a second surface uses the file', [owner('sdk', []), owner('cli', ['client.ts'])], { surfaces: ['sdk', 'cli'] }],
    ['the service uses the file', [owner('sdk', []), owner(undefined, ['client.ts'])], {}],
    ['files of the service are not known', [owner('sdk', []), UNKNOWN], {}],
    ['the file differs in one operation', [owner('sdk', []), UNKNOWN], { surfaces: ['sdk'], operations: ['a'] }],
  ])('select the surfaces that use them, if they are generated from the contract: %s', (_, owners, want) => {
    const operations = 'operations' in want ? { operations: want.operations } : {};
    const found = reasons(owners, ['client.ts'], [['client.ts', { surface: 'sdk', ...operations }]]);
    expect(found).toEqual([{ subjects: ['client.ts'], reason: FOLLOWS, ...want }]);
  });

  it('concern each program whose files are unknown', () => {
    expect(
      reasons([owner('cli', [], 'it runs already'), owner('sdk', ['a.ts'])], ['a.ts', 'b.ts', 'reports/x.json']),
    ).toEqual([
      {
        subjects: ['a.ts', 'b.ts'],
        reason: 'cli: it runs already, so any file may be a part of the program',
        surfaces: ['cli'],
      },
      { subjects: ['a.ts'], reason: 'sdk: it is run', surfaces: ['sdk'] },
      { subjects: ['reports/x.json'], reason: 'a report of an earlier check', operations: [] },
    ]);
  });

  it('are named up to a maximum number; the others are counted', () => {
    const [found] = reasons(
      [],
      Array.from({ length: 600 }, (_, index) => `data/${index}`),
    );
    expect(found?.subjects).toHaveLength(501);
    expect(found?.subjects.at(-1)).toBe('100 more files');
  });
});
