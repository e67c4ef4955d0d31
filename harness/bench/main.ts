import { fileURLToPath } from 'node:url';
import { loadConfig } from '../configuration/load-config.js';
import { commandLineCase } from './command-line-case.js';
import { engineThroughput } from './engine-throughput.js';
import type { Figure } from './figure.js';
import { shrinking } from './shrinking.js';
import { toolCase } from './tool-case.js';
import { valueThroughput } from './value-throughput.js';
import { wholeCheck } from './whole-check.js';

/**
 * `npm run bench`: ratios measured in one run, each relative to the physical limit of its task, so that they are valid
 * on any machine. The absolute figures next to them are of the current machine only.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const loaded = await loadConfig(undefined, root);
process.stdout.write('ratio    aim     what\n');
for (const measure of [engineThroughput, valueThroughput, shrinking, commandLineCase, toolCase, wholeCheck]) {
  for (const figure of await measure(loaded)) process.stdout.write(line(figure));
}

function line({ ratio, aim, what, detail }: Figure): string {
  return `${ratio.toFixed(2).padEnd(8)} ${(aim ?? '').padEnd(7)} ${what}\n                 ${detail}\n`;
}
