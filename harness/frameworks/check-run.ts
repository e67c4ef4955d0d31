import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readReport } from '../../reports/stream/read-report.js';
import type { Report } from '../../reports/report.js';
import type { ParityConfig } from '../configuration/config.js';
import type { StartedConfig } from '../backends/service/service-process.js';

const COMMAND = fileURLToPath(new URL('../main.js', import.meta.url));
/** The time limit of a run in milliseconds. It is a hundred times the duration of a run on an idle machine. */
const RUN_MS = 600_000;

/** One run of `parity check`. */
export interface CheckRun {
  readonly seed: number;
  readonly cases: number;
  readonly findings: number;
  readonly unsteady: number;
  /** The reason why the run could not verify everything. Findings do not count as a failure of the run. */
  readonly failure?: string;
  readonly reports: string;
}

/** Writes the configuration that a user would write. */
export async function writeConfig(folder: string, contract: string, service: StartedConfig): Promise<string> {
  const config: ParityConfig = {
    contracts: [contract],
    service,
    backends: ['reference'],
    values: { parcel_id: { known: ['p-1', 'p-7', 'p-60'] } },
    surfaces: { rest: { driver: 'rest' } },
  };
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'parity.config.mjs');
  await writeFile(file, `export default ${JSON.stringify(config, undefined, 2)};\n`);
  return file;
}

/** Runs the command as a user does, and reads its report. */
export async function checkRun(config: string, seed: number, reports: string, signal: AbortSignal): Promise<CheckRun> {
  const args = [COMMAND, 'check', '--config', config, '--seed', String(seed), '--reports', reports];
  const { code, output } = await ran(args, signal);
  const report = await reportIn(reports);
  if (report === undefined) {
    return {
      seed,
      cases: 0,
      findings: 0,
      unsteady: 0,
      failure: `exit code ${code}, no report: ${output.trim().slice(-1000)}`,
      reports,
    };
  }
  const counts = {
    cases: report.footer?.cases ?? 0,
    findings: report.findings.length,
    unsteady: report.unsteady?.length ?? 0,
  };
  const failure = failureOf(report, code);
  return { seed, ...counts, ...(failure !== undefined && { failure }), reports };
}

/** Waits for the end of the command, because the command stops the service that it started. */
function ran(
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly code: number | string; readonly output: string }> {
  return new Promise((resolve) => {
    const options = { timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 };
    const stop = (): void => void child.kill();
    const child = execFile(process.execPath, [...args], options, (error, stdout, stderr) => {
      signal.removeEventListener('abort', stop);
      resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? 'unknown'), output: stdout + stderr });
    });
    signal.addEventListener('abort', stop);
  });
}

async function reportIn(folder: string): Promise<Report | undefined> {
  const file = join(folder, 'report.ndjson');
  if (!existsSync(file)) return undefined;
  const reading = readReport(await readFile(file));
  return reading.kind === 'report' ? reading.report : undefined;
}

function failureOf({ cells, notes, footer }: Report, code: number | string): string | undefined {
  const unverified = cells.find(({ verdict }) => verdict === 'inconclusive' || verdict === 'error');
  if (unverified !== undefined)
    return `${unverified.operation} was not verified: ${unverified.reason ?? unverified.verdict}`;
  const error = notes.find(({ severity }) => severity === 'error');
  if (error !== undefined) return error.message;
  if (footer === undefined || footer.interrupted) return `the run was interrupted (exit code ${code})`;
  return code === 0 || code === 1 ? undefined : `exit code ${code}`;
}
