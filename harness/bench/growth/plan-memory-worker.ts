import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readContract } from '../../../contract/reading/read-contract.js';
import { planCases } from '../../engine/plan/case-plan.js';

/**
 * Prints the number of cases and the megabytes of live memory. The bench starts it with the file of a description and
 * the number of runs.
 */
const [file = '', runs = '1'] = process.argv.slice(2);
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const reading = await readContract(file, { root: '/', prefix: 'svc' });
if (reading.kind === 'contract') {
  const { contract } = reading;
  const options = { seed: 1, runs: Number(runs), values: new Map<string, never>() };
  const { cases } = planCases(contract, contract.operations, new Set(['valid']), options);
  // The first collection releases the objects, the second one the memory of their buffers.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(JSON.stringify({ cases: cases.length, memory: (heapUsed + external) / 2 ** 20 }));
}
