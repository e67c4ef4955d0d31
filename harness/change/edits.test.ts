import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { changeSentence } from '../../reports/view/comparison/change-words.js';
import { type KnownContracts, changesOfEdits, watchedFiles } from './edits.js';
import { fileOwners } from './file-owners.js';
import { API, readProject, write, writeProject } from './fixtures/project.js';

const base = mkdtempSync(join(tmpdir(), 'parity-edits-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function project(): Promise<string> {
  const root = mkdtempSync(join(base, 'project-'));
  await writeProject(root);
  return root;
}

describe('edits while a check is watching', () => {
  const edit = async (root: string, paths: readonly string[], before: KnownContracts) => {
    const { loaded, promised } = await readProject(root);
    const { requested, contracts } = changesOfEdits(
      loaded,
      promised,
      paths.map((path) => join(root, path)),
      { before, owners: fileOwners(loaded), reports: [join(root, 'reports')] },
    );
    return { why: requested.reasons.map(changeSentence), contracts };
  };

  it('an edited contract is compared with the contract before the edit', async () => {
    const root = await project();
    const first = await edit(root, [], new Map());
    expect(first.why).toEqual(['openapi.yaml → createNote, listNotes, health: the contract was not compared before']);
    write(root, 'openapi.yaml', API.replace('Fine.', 'Healthy.'));
    const second = await edit(root, ['openapi.yaml', 'dist/lib.mjs'], first.contracts);
    expect(second.why).toEqual([
      'openapi.yaml#/paths/~1health/get → health: changed',
      'dist/lib.mjs → every operation on sdk: sdk: dist/client.mjs imports the file',
    ]);
    expect((await edit(root, ['openapi.yaml'], second.contracts)).why).toEqual([]);
  });

  it('edits are watched in files that a check runs, in their packages and in the configuration', async () => {
    const root = await project();
    const { loaded } = await readProject(root);
    const { files, folders, sources } = watchedFiles(
      loaded,
      (await edit(root, [], new Map())).contracts,
      fileOwners(loaded),
      [],
    );
    const names = (paths: Iterable<string>): readonly string[] =>
      [...paths].map((path) => path.slice(root.length + 1)).toSorted();
    expect(names(files)).toEqual([
      'dist/client.mjs',
      'dist/lib.mjs',
      'openapi.yaml',
      'parity.config.json',
      'py/worker.py',
      'service/lib.mjs',
      'service/main.mjs',
      'waivers.yaml',
    ]);
    expect(names(folders)).toEqual(['py', 'sdk/generated']);
    expect(names(sources.keys())).toEqual(['src/client.ts', 'src/lib.ts']);
  });
});
