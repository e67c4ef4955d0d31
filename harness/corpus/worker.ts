import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Contract, operationNamed } from '../../contract/contract.js';
import { readContract } from '../../contract/reading/read-contract.js';
import type { Job, Measured } from './job.js';
import { measureGroup } from './measured-group.js';
import { measureOperation } from './measured-operation.js';
import { remoteFiles } from './judges/schema-groups.js';

/** Runs the jobs that the main thread sends, one at a time. The main thread ends a worker that hangs. */
const remotes = remoteFiles((workerData as { readonly corpus: string }).corpus);
const contracts = new Map<string, Contract>();

const port = parentPort;
port?.on('message', (job: Job) => {
  void measure(job).then((measured) => port.postMessage(measured));
});

async function measure(job: Job): Promise<Measured> {
  if (job.kind === 'group') return measureGroup(job.group, remotes);
  const contract = await contractOf(job.folder, job.file);
  const operation = operationNamed(contract, job.operation);
  if (operation === undefined) throw new Error(`${job.file} has no operation ${job.operation}`);
  return measureOperation(contract, operation, job.file);
}

async function contractOf(folder: string, file: string): Promise<Contract> {
  const known = contracts.get(file);
  if (known !== undefined) return known;
  const reading = await readContract(join(folder, file), { root: folder, prefix: 'svc' });
  if (reading.kind === 'faults') throw new Error(`${file}: ${reading.faults[0]?.message ?? ''}`);
  contracts.set(file, reading.contract);
  return reading.contract;
}
