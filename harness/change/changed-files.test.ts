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

/** An owner of the given files: the surface, or the service if `surface` is `undefined`. */
function owner(surface: string | undefined, files: readonly string[], unknown?: string): Owner {
  return {
    ...(surface !== undefined && { surface }),
    contract: 'api.yaml',
    program: {
      files: new Map(files.map((file) => [join(ROOT, file), 'the file is run'])),
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
const FOLLOWS = 'sdk: the generated code changed because the contract changed';

describe('fileReasons', () => {
  it.each([
    [
      'only one surface uses the file',
      [owner('sdk', ['client.ts']), owner(undefined, ['main.ts'])],
      { surfaces: ['sdk'] },
    ],
    ['a second surface uses the file', [owner('sdk', []), owner('cli', ['client.ts'])], { surfaces: ['sdk', 'cli'] }],
    ['the service uses the file', [owner('sdk', []), owner(undefined, ['client.ts'])], {}],
    ['the files of the service are unknown', [owner('sdk', []), UNKNOWN], {}],
    ['the code of only one operation changed', [owner('sdk', []), UNKNOWN], { surfaces: ['sdk'], operations: ['a'] }],
  ])('a changed file of generated code selects the surfaces that use it: %s → $2', (_, owners, want) => {
    const operations = 'operations' in want ? { operations: want.operations } : {};
    const found = reasons(owners, ['client.ts'], [['client.ts', { surface: 'sdk', ...operations }]]);
    expect(found).toEqual([{ subjects: ['client.ts'], reason: FOLLOWS, ...want }]);
  });

  it('a changed file may belong to each program whose files are not known, so it affects them all', () => {
    expect(
      reasons([owner('cli', [], 'it runs already'), owner('sdk', ['a.ts'])], ['a.ts', 'b.ts', 'reports/x.json']),
    ).toEqual([
      {
        subjects: ['a.ts', 'b.ts'],
        reason: 'cli: it runs already, so any file may be a part of the program',
        surfaces: ['cli'],
      },
      { subjects: ['a.ts'], reason: 'sdk: the file is run', surfaces: ['sdk'] },
      { subjects: ['reports/x.json'], reason: 'the file is a report of an earlier check', operations: [] },
    ]);
  });

  it('a reason names a limited number of changed files, and counts the others', () => {
    const [found] = reasons(
      [],
      Array.from({ length: 600 }, (_, index) => `data/${index}`),
    );
    expect(found?.subjects).toHaveLength(501);
    expect(found?.subjects.at(-1)).toBe('100 more files');
  });
});
