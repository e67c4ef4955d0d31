import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { routeRequest } from '../../contract/wire/request/route.js';
import { argumentVector } from '../../surfaces/cli/calls/argument-vector.js';
import { exampleResponder } from '../backends/scripted.js';
import { loadConfig } from '../configuration/load-config.js';
import { surfaceConfigsFor } from '../configuration/surface-configs.js';
import { planCases } from '../engine/plan/case-plan.js';
import { readPromised } from '../engine/plan/contracts.js';
import { Tap } from '../tap/tap.js';
import { copyTree } from './tree.js';

const ROOT = resolve(import.meta.dirname, '../..');
/** Runs a command on a pseudo-terminal (util-linux). */
const TERMINAL = '/usr/bin/script';

const DONE = 0;
const DENIED = 3;
const UNANSWERED = 4;

/** A command whose operation has a human gate. It is called with the first valid example of its operation. */
interface Gated {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly gate: string;
  readonly words: readonly string[];
}

const gated = await gatedCommands();

async function gatedCommands(): Promise<readonly Gated[]> {
  const loaded = await loadConfig('parity.config.ts', ROOT);
  const reading = await readPromised(loaded);
  if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults));
  return reading.promised.served.flatMap((contract) => {
    const [config] = surfaceConfigsFor(loaded, contract.file, ['cli']).map((surface) => surface.config);
    if (config?.driver !== 'cli') return [];
    const { cases } = planCases(contract, contract.operations, new Set(['examples']), {
      seed: 1,
      runs: 0,
      values: new Map(),
    });
    return contract.operations.flatMap((operation) => {
      const { command, gate } = operation;
      const planned = cases.find((one) => one.operation === operation && one.case.expect.kind !== 'rejected');
      if (command === undefined || gate === undefined || planned === undefined) return [];
      const vector = argumentVector(
        { operation, input: planned.case.input, token: undefined, gate: 'unanswered' },
        contract.schemas,
      );
      if (vector.kind !== 'arguments') throw new Error(`${operation.id}: ${vector.reason}`);
      return [{ contract, operation, gate, words: [...config.command, command.name, ...vector.args] }];
    });
  });
}

async function tapOf(contract: Contract): Promise<Tap> {
  const tap = await Tap.open(exampleResponder(contract));
  onTestFinished(() => tap.close());
  return tap;
}

/** The operations of all requests since the last call of this function. If a gate is closed, there must be none. */
async function passed(tap: Tap, contract: Contract): Promise<readonly (string | undefined)[]> {
  const exchanges = await tap.take();
  return exchanges.map(
    ({ request }) => routeRequest(contract, request.method, request.target.split('?')[0] ?? '')?.operation.id,
  );
}

function environment(tap: Tap, more: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { PATH: process.env['PATH'] ?? '', SVC_BASE_URL: tap.baseUrl, SVC_TOKEN: 'a-token', ...more };
}

type Choice = readonly [
  name: string,
  args: (gate: string) => readonly string[],
  env: (gate: string) => Readonly<Record<string, string>>,
  code: number,
];

const NOBODY = (): readonly string[] => [];
const NOTHING = (): Readonly<Record<string, string>> => ({});

const CHOICES: readonly Choice[] = [
  ['a flag approves the gate → sent', (gate) => ['--approve', gate], NOTHING, DONE],
  ['an environment variable approves the gate → sent', NOBODY, (gate) => ({ SVC_APPROVE: gate }), DONE],
  [
    'an environment variable approves the gate and other gates → sent',
    NOBODY,
    (gate) => ({ SVC_APPROVE: `one_review, ${gate},two_review` }),
    DONE,
  ],
  ['a flag denies the gate → denied', (gate) => [`--deny=${gate}`], NOTHING, DENIED],
  ['an environment variable denies the gate → denied', NOBODY, (gate) => ({ SVC_DENY: gate }), DENIED],
  [
    'a flag approves the gate, and an environment variable denies the gate → denied',
    (gate) => [`--approve=${gate}`],
    (gate) => ({ SVC_DENY: gate }),
    DENIED,
  ],
  ['there is no decision and no terminal → not answered', NOBODY, NOTHING, UNANSWERED],
  [
    'only other gates are approved → not answered',
    NOBODY,
    (gate) => ({ SVC_APPROVE: [...others(gate), `${gate}_`, 'all', '*'].join() }),
    UNANSWERED,
  ],
];

function others(gate: string): readonly string[] {
  return gated.map((command) => command.gate).filter((other) => other !== gate);
}

test('the gate matrix tests every operation with a gate and a command', () => {
  expect(gated.map(({ gate }) => gate)).toEqual(
    expect.arrayContaining(['list_items_review', 'create_item_review', 'get_item_review']),
  );
});

describe.each(gated.map((command) => [command.operation.id, command] as const))(
  'the command of %s',
  (id, { contract, gate, words }) => {
    test.each(CHOICES)(
      'the request of a command is sent only if the decision about its gate permits it: %s',
      async (_, args, env, code) => {
        const tap = await tapOf(contract);
        const [file = '', ...rest] = [...words, ...args(gate)];
        const child = spawn(file, rest, {
          cwd: ROOT,
          env: environment(tap, env(gate)),
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        let said = '';
        child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
        const [exitCode] = (await once(child, 'close')) as [number];
        expect(exitCode, said).toBe(code);
        expect(await passed(tap, contract)).toEqual(code === DONE ? [id] : []);
        if (code !== DONE) expect(JSON.parse(said.split('\n')[0] ?? '')).toMatchObject({ gate });
      },
    );

    test.skipIf(!existsSync(TERMINAL)).each([
      ['yes → sent', 'y\n', DONE],
      ['no → denied', 'n\n', DENIED],
      ['the end of the input without an answer → denied', '\u0004', DENIED],
    ] as const)('the command asks about its gate on a terminal, and obeys the answer: %s', async (_, answer, code) => {
      const tap = await tapOf(contract);
      const { exitCode, before, said } = await onTerminal(
        words,
        environment(tap, {}),
        `Approve ${gate}? [y/N]`,
        answer,
        () => passed(tap, contract),
      );
      expect(before, said).toEqual([]);
      expect(exitCode, said).toBe(code);
      expect(await passed(tap, contract)).toEqual(code === DONE ? [id] : []);
    });
  },
);

test('gate cases do not run on the mock if there is a service', async () => {
  const tree = copyTree();
  const selected = ['--surface', 'cli', '--operation', 'getItem', '--runs', '1'];
  await tree.parity('check', '--phase', 'gates', 'examples', ...selected);
  const tried = (await tree.report()).cells.map(({ backend, verified }) => [
    backend,
    verified['parity/same-gate'] ?? 0,
  ]);
  expect(tried).toEqual([
    ['reference', 30],
    ['mock', 0],
  ]);
  await tree.parity('check', '--phase', 'gates', ...selected);
  expect((await tree.report()).cells.map(({ backend }) => backend)).toEqual(['reference']);
  await tree.parity('check', '--phase', 'gates', '--backend', 'mock', ...selected);
  expect((await tree.report()).cells.map(({ cases }) => cases)).toEqual([30]);
});

interface Asked {
  readonly exitCode: number;
  readonly said: string;
  /** The requests that were sent before the question of the gate was answered. `undefined` if there was no question. */
  readonly before: readonly (string | undefined)[] | undefined;
}

async function onTerminal(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  question: string,
  answer: string,
  passedSoFar: () => Promise<readonly (string | undefined)[]>,
): Promise<Asked> {
  const command = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const child = spawn(TERMINAL, ['-qec', command, '/dev/null'], { cwd: ROOT, env, stdio: 'pipe' });
  let said = '';
  let before: Promise<readonly (string | undefined)[]> | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (before !== undefined || !said.includes(question)) return;
    before = passedSoFar();
    void before.then(() => child.stdin.write(answer));
  });
  const [exitCode] = (await once(child, 'close')) as [number];
  child.stdin.destroy();
  return { exitCode, said, before: await before };
}
