import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checkExampleDriver } from './example-driver.js';

const hasPerl = spawnSync('perl', ['-MHTTP::Tiny', '-MJSON::PP', '-e', '1'], { stdio: 'ignore' }).status === 0;

test.skipIf(!hasPerl)(
  'the driver in a dynamic language runs every case of the item service (skipped without Perl)',
  async () => {
    const { exitCode, stdout, report } = await checkExampleDriver('sdk_perl', [
      'perl',
      resolve('docs/examples/driver.pl'),
    ]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('pass')]);
    expect(report.cells.map(({ operation, verdict }) => [operation, verdict])).toEqual([
      ['listItems', 'pass'],
      ['createItem', 'pass'],
      ['getItem', 'pass'],
    ]);
  },
);
