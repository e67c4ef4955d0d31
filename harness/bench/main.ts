import { fileURLToPath } from 'node:url';
import { loadConfig } from '../configuration/load-config.js';
import { engineThroughput } from './engine-throughput.js';
import type { Figure } from './runs/figure.js';
import { growth } from './growth/growth.js';
import { planMemory } from './growth/plan-memory.js';
import { shrinking } from './shrinking.js';
import { startUp } from './start-up.js';
import { surfaceCases } from './surfaces/surface-cases.js';
import { valueThroughput } from './value-throughput.js';
import { wholeCheck } from './whole-check.js';

/**
 * Environment variables that the bench removes. They slow down each start of Node or redirect requests, and so would
 * add the same time to both parts of a ratio.
 */
const DISTORTING = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'NODE_V8_COVERAGE', 'HTTP_PROXY', 'HTTPS_PROXY'] as const;

/**
 * `npm run bench`: prints ratios that are measured in one run. Each ratio compares a task with the least work that the
 * task needs, such as one plain exchange, so the ratios are valid on any machine. The absolute figures are valid only
 * for the current machine. Arguments are names of groups.
 */
const GROUPS = {
  start: startUp,
  engine: engineThroughput,
  values: valueThroughput,
  shrinking,
  surfaces: surfaceCases,
  growth,
  memory: planMemory,
  check: wholeCheck,
} as const;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const removed = DISTORTING.filter((name) => process.env[name] !== undefined);
for (const name of removed) delete process.env[name];
if (removed.length > 0)
  process.stdout.write(`Environment variables that would distort the figures are removed: ${removed.join(', ')}.\n`);
const loaded = await loadConfig(undefined, root);
process.stdout.write('ratio    aim     what\n');
const chosen = process.argv.slice(2);
for (const [name, measure] of Object.entries(GROUPS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  for (const figure of await measure(loaded)) process.stdout.write(line(figure));
}

function line({ ratio, aim, what, detail, limit }: Figure): string {
  const indent = ' '.repeat(17);
  return `${ratio.toFixed(2).padEnd(8)} ${aim.padEnd(7)} ${what}\n${indent}${detail}\n${indent}limit: ${limit}\n`;
}
