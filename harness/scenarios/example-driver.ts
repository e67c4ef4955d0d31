import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ReportReading, readReport } from '../../reports/stream/read-report.js';
import { command } from './command.js';

/** The reference item service, with known items and a reset hook. */
const CONTRACT = {
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
};

export interface CheckedDriver {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly report: Extract<ReportReading, { kind: 'report' }>['report'];
}

/**
 * Runs `parity check` against the item service. Its only surface is an example driver from the documentation.
 * `surface`: the name of the surface. `start`: the command that starts the driver. `phases`: phases in addition to
 * those with simple cases.
 */
export async function checkExampleDriver(
  surface: string,
  start: readonly string[],
  { phases = [], ...options }: { readonly phases?: readonly string[]; readonly unknownMembers?: 'lost' } = {},
): Promise<CheckedDriver> {
  const folder = await mkdtemp(join(tmpdir(), 'parity-driver-'));
  try {
    const config = {
      contracts: [CONTRACT],
      values: { cursor: { known: [], only: true }, item_id: { known: ['item-0001'] } },
      surfaces: { [surface]: { driver: 'protocol', command: start, ...options } },
      reports: 'reports',
    };
    await writeFile(join(folder, 'parity.config.json'), JSON.stringify(config));
    const all = ['inventory', 'examples', 'boundary', 'valid', 'invalid', ...phases];
    const { exitCode, stdout } = await command(folder, ['check', '--backend', 'reference', '--phase', ...all]);
    const reading = readReport(await readFile(join(folder, 'reports/report.ndjson')));
    if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
    return { exitCode, stdout, report: reading.report };
  } finally {
    await rm(folder, { recursive: true });
  }
}
