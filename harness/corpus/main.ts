import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readContract } from '../../contract/reading/read-contract.js';
import { corpusFolder } from './corpus-folder.js';
import { descriptionTable, isBroken } from './description-table.js';
import type { Hang, Job, Measured } from './job.js';
import { measureDescription, type MeasuredDescription } from './measured-description.js';
import { schemaGroups } from './judges/schema-groups.js';
import { supervised } from './supervised.js';
import { groupTable, operationTable, unexplained } from './tables.js';

/**
 * `npm run corpus [-- FOLDER] [--group TEXT]`: measures the cases generated for schemas and OpenAPI descriptions of
 * other projects. Exits with 1 if a case has a wrong label, such as `valid` for an invalid input, or if a job hangs.
 * Times are valid on the current machine only. With `--descriptions`, it reads, lints and mocks each description in
 * FOLDER, and compiles the code generated from it. It then exits with 1 if one of these steps fails for a description
 * that can be read.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { group: { type: 'string' }, verbose: { type: 'boolean' }, descriptions: { type: 'boolean' } },
});
const { folder, exists } = corpusFolder(root, positionals[0]);
if (values.descriptions === true && (exists || existsSync(folder)))
  await measureDescriptions(exists ? join(folder, 'openapi') : folder);
else if (exists) await measureAll();
else process.stdout.write(`There is no corpus at ${folder}: nothing was measured.\n`);

async function measureAll(): Promise<void> {
  const groups = schemaGroups(folder).map((group): Job => ({
    kind: 'group',
    name: `${group.set}/${group.name}`,
    group,
  }));
  const all = [...groups, ...(await operationJobs(join(folder, 'openapi')))];
  const { group: part } = values;
  const results = await supervised(folder, part === undefined ? all : all.filter(({ name }) => name.includes(part)));
  process.stdout.write(rendered(results));
  if (values.verbose === true) process.stdout.write(`${JSON.stringify(results, undefined, 1)}\n`);
  if (results.some((result) => result.kind === 'hang' || isWrong(result))) process.exitCode = 1;
}

async function measureDescriptions(folderOf: string): Promise<void> {
  const measured: MeasuredDescription[] = [];
  for (const file of descriptionsIn(folderOf)) {
    if (values.group !== undefined && !file.includes(values.group)) continue;
    measured.push(await measureDescription(folderOf, file, root));
    process.stderr.write(`${file}\n`);
  }
  process.stdout.write(`${descriptionTable(measured)}\n`);
  if (measured.some(isBroken)) process.exitCode = 1;
}

function descriptionsIn(folderOf: string): readonly string[] {
  const files = readdirSync(folderOf, { recursive: true, encoding: 'utf8' });
  return files.filter((name) => /\.(?:json|yaml)$/.test(name)).toSorted();
}

async function operationJobs(folderOf: string): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const file of descriptionsIn(folderOf)) {
    const reading = await readContract(join(folderOf, file), { root: folderOf, prefix: 'svc' });
    if (reading.kind === 'faults') throw new Error(`${file} cannot be read: ${reading.faults[0]?.message ?? ''}`);
    for (const { id } of reading.contract.operations)
      jobs.push({ kind: 'operation', name: `${file}/${id}`, folder: folderOf, file, operation: id });
  }
  return jobs;
}

function rendered(results: readonly (Measured | Hang)[]): string {
  const groups = results.filter((result) => result.kind === 'group');
  const operations = results.filter((result) => result.kind === 'operation');
  const hangs = results
    .filter((result) => result.kind === 'hang')
    .map(({ name, what }) => `HANG        ${name}: ${what}`);
  const tables = [
    ...(groups.length > 0 ? [groupTable(groups)] : []),
    ...(operations.length > 0 ? [operationTable(operations)] : []),
  ];
  return `${[...tables, ...hangs, `${hangs.length} hangs`].join('\n\n')}\n`;
}

function isWrong(result: Measured | Hang): boolean {
  if (result.kind === 'group') return unexplained(result) > 0;
  return result.kind === 'operation' && result.wrong > 0;
}
