import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { readReport } from '../../reports/read-report.js';

const hasPerl = spawnSync('perl', ['-MHTTP::Tiny', '-MJSON::PP', '-e', '1'], { stdio: 'ignore' }).status === 0;

/** The reference service, and the driver of the documentation as its one client. */
const CONFIG = {
  contracts: [
    {
      file: resolve('contract/item-service.openapi.yaml'),
      service: {
        command: [
          process.execPath,
          resolve('dist/surfaces/rest/reference/main.js'),
          '--exit-with-stdin',
          '--fixture',
          resolve('contract/fixtures/items.json'),
          '--port',
          '{port}',
          '--reset-path',
          '/-/reset',
        ],
        resetPath: '/-/reset',
      },
    },
  ],
  values: { cursor: { known: [], only: true }, item_id: { known: ['item-0001'] } },
  surfaces: { sdk_perl: { driver: 'protocol', command: ['perl', resolve('docs/examples/driver.pl')] } },
  reports: 'reports',
};

test.skipIf(!hasPerl)('the driver of the documentation performs every case of the item service (skipped without Perl)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parity-perl-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'parity.config.json'), JSON.stringify(CONFIG));
  const phases = ['inventory', 'examples', 'boundary', 'valid', 'invalid'];
  const words = [resolve('dist/harness/main.js'), 'check', '--backend', 'reference', '--phase', ...phases];
  const { exitCode, stdout } = await execa(process.execPath, words, { cwd: folder, reject: false });
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('pass')]);
  const reading = readReport(await readFile(join(folder, 'reports/report.ndjson')));
  if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
  expect(reading.report.cells.map(({ operation, verdict }) => [operation, verdict])).toEqual([
    ['listItems', 'pass'],
    ['createItem', 'pass'],
    ['getItem', 'pass'],
  ]);
});
