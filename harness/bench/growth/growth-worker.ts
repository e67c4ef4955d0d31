import path from 'node:path';
import type { Contract } from '../../../contract/contract.js';
import { mockBackend } from '../../backends/mock.js';
import { directConfig } from '../../command-line/direct/direct-config.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { driveBackend } from '../../engine/drive/drive-backend.js';
import { lintPhase } from '../../engine/phases/lint-phase.js';
import { type CasePlan, planCases } from '../../engine/plan/case-plan.js';
import { limitHeapGrowth } from '../../processes/heap-growth.js';
import { peakMegabytes } from '../../processes/peak-memory.js';
import { openRestRun } from '../runs/rest-run.js';

/**
 * Measures a check against the mock. Prints the processor time of each part of the check, and the peak memory of the
 * process. The bench starts this program with the file of an OpenAPI description.
 */
const [file = ''] = process.argv.slice(2);
const RUNS = 4;

const parts: Record<string, number> = {};

async function measured<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  parts[name] = (user + system) / 1000;
  return result;
}

async function checkOnMock(loaded: LoadedConfig, contract: Contract, plan: CasePlan): Promise<void> {
  const pass = await openRestRun(loaded, contract, plan, mockBackend(file, loaded.timeoutMs));
  await driveBackend(pass);
  await pass.close();
}

limitHeapGrowth();
const folder = path.dirname(file);
const reading = await measured('read', () => directConfig(path.basename(file), { mock: true }, folder, folder));
if (reading.kind === 'direct') {
  const { contract, loaded } = reading;
  await measured('lint', () => lintPhase(loaded, [contract], new AbortController().signal));
  const options = { seed: 1, runs: RUNS, values: new Map<string, never>() };
  const plan = await measured('plan', () => planCases(contract, contract.operations, new Set(['valid']), options));
  await measured('mock check', () => checkOnMock(loaded, contract, plan));
}
process.stdout.write(JSON.stringify({ parts, memory: peakMegabytes() }));
