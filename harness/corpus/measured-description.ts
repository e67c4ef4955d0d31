import { nameWords } from '../../contract/plain-name.js';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Contract } from '../../contract/contract.js';
import { formatLocation } from '../../contract/json/source-location.js';
import { readContract } from '../../contract/reading/read-contract.js';
import { encodeRequest } from '../../contract/wire/request/encode.js';
import { lintContract } from '../../rules/contract/lint/lint.js';
import { GENERATOR_NAMES } from '../../surfaces/kinds/surface-kinds.js';
import { mockBackend } from '../backends/mock.js';
import { CaseMaker } from '../cases/make-cases.js';
import { writeGenerated } from '../generation/generate.js';

/** The result of each step for one description: `ok`, or its first fault. */
export interface MeasuredDescription {
  readonly file: string;
  readonly version: string;
  readonly operations: number;
  readonly read: string;
  readonly lint: string;
  readonly mock: string;
  readonly generated: string;
  readonly compiled: string;
  readonly seconds: number;
}

const NOT_TRIED = '-';
const COMMAND_MS = 120_000;

/** Reads, lints and mocks a description, generates the code of every surface from it, and compiles the code. */
export async function measureDescription(folder: string, file: string, root: string): Promise<MeasuredDescription> {
  const started = performance.now();
  const reading = await readContract(join(folder, file), { root: folder, prefix: 'svc' });
  const version =
    /"?(?:openapi|swagger)"?\s*:\s*["']?(\d[^"'\s,]*)/.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? '?';
  const parts =
    reading.kind === 'faults'
      ? UNREAD(`${formatLocation(reading.faults[0]?.location ?? NOWHERE)}: ${reading.faults[0]?.message ?? ''}`)
      : await measureParts(reading.contract, folder, file, root);
  return { file, version, ...parts, seconds: (performance.now() - started) / 1000 };
}

const NOWHERE = { file: '', line: 0, column: 0, pointer: '' };

type Parts = Omit<MeasuredDescription, 'file' | 'version' | 'seconds'>;

const UNREAD = (read: string): Parts => ({
  operations: 0,
  read,
  lint: NOT_TRIED,
  mock: NOT_TRIED,
  generated: NOT_TRIED,
  compiled: NOT_TRIED,
});

async function measureParts(contract: Contract, folder: string, file: string, root: string): Promise<Parts> {
  const output = mkdtempSync(join(tmpdir(), 'parity-corpus-'));
  try {
    const generated = await outcome(() => generateAll(contract, output));
    return {
      operations: contract.operations.length,
      read: 'ok',
      lint: await outcome(() => lint(folder, file)),
      mock: await outcome(() => mock(contract, resolve(folder, file))),
      generated,
      compiled: await outcome(() => compile(output, root)),
    };
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

async function outcome(attempt: () => Promise<string | void>): Promise<string> {
  try {
    return (await attempt()) ?? 'ok';
  } catch (error) {
    const { message, stdout } = error as Error & { readonly stdout?: string };
    return (stdout === undefined || stdout === '' ? message : stdout).split('\n', 1)[0]?.slice(0, 200) ?? '';
  }
}

/**
 * Lints the description. Lint results concern the description and not this project, so only a lint that could not be
 * completed is a fault.
 */
async function lint(folder: string, file: string): Promise<string | void> {
  const results = await lintContract(file, { prefix: 'svc', needs: { tool: false, command: false }, root: folder });
  const unread = results.find(({ rule }) => rule === 'contract/readable');
  if (unread !== undefined) return unread.message;
  const errors = results.filter(({ severity }) => severity === 'error');
  return errors.length === 0 ? undefined : `ok (${errors.length} errors)`;
}

/** Mocks the description. The mock must reply to one valid request of every operation that has one. */
async function mock(contract: Contract, path: string): Promise<string | void> {
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values: new Map() });
  const started = await mockBackend(path, 10_000).start();
  try {
    for (const operation of contract.operations) {
      const [first] = maker.make(operation, 'valid');
      const encoded = first === undefined ? undefined : encodeRequest(operation, first.input);
      if (encoded?.kind !== 'request') continue;
      const reply = await started.respond(encoded);
      if (reply.kind === 'failed') return `${operation.id}: ${reply.reason}`;
    }
    return undefined;
  } finally {
    await started.stop();
  }
}

/** Runs every generator, so that a fault of one generator does not hide the faults of the others. */
async function generateAll(contract: Contract, output: string): Promise<string | void> {
  const refusals: string[] = [];
  for (const generator of GENERATOR_NAMES) {
    const config = { generator, output: join(output, generator) };
    const refusal = await outcome(() => writeGenerated(config, named(contract), output).then(() => undefined));
    if (refusal !== 'ok') refusals.push(`${generator}: ${refusal}`);
  }
  return refusals.length === 0 ? undefined : refusals.join('; ');
}

/**
 * The contract with the names of tools and commands that the lint suggests. Descriptions of other projects do not
 * contain such names, and without them no tools or commands would be generated.
 */
function named(contract: Contract): Contract {
  const operations = contract.operations.map((operation) => {
    const words = nameWords(operation.id);
    const more = { description: operation.summary || operation.id, location: operation.location };
    return { tool: { name: words.join('_'), ...more }, command: { name: words.join('-'), ...more }, ...operation };
  });
  return { ...contract, operations };
}

const STRICT =
  '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --verbatimModuleSyntax --skipLibCheck --target es2022 --module nodenext --types node'.split(
    ' ',
  );

async function compile(output: string, root: string): Promise<void> {
  symlinkSync(join(root, 'node_modules'), join(output, 'node_modules'));
  writeFileSync(join(output, 'package.json'), '{ "type": "module" }');
  const run = promisify(execFile);
  const listed = await run('find', ['-L', output, '-name', 'node_modules', '-prune', '-o', '-name', '*.ts', '-print']);
  const files = listed.stdout.split('\n').filter((line) => line !== '');
  await run(join(root, 'node_modules/.bin/tsc'), [...STRICT, ...files], { cwd: output, timeout: COMMAND_MS });
  await run('python3', ['-m', 'compileall', '-q', join(output, 'sdk_python')], {
    cwd: dirname(output),
    timeout: COMMAND_MS,
  });
}
