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
 * `npm run bench`: ratios measured in one run, each against the physical limit of what it does, so that they hold on any
 * machine. Absolute figures beside them are of this machine and this minute.
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
