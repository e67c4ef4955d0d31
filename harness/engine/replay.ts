import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { encodeRequest } from '../../contract/wire/encode.js';
import type { Trial } from '../../rules/rule.js';
import type { Backend } from '../backends/backend.js';
import { streamScripts } from '../backends/stream-scripts.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfacesOf } from '../surfaces.js';
import { CaseMaker } from '../../contract/cases/make-cases.js';
import { Clusters } from './group/cluster.js';
import { backendFor, mockFor } from './backend-for.js';
import type { Promised } from './contracts.js';
import type { Counterexample } from './counterexample.js';
import { type Judgement, judge } from './judge.js';
import { type OpenPass, openPass } from './open-pass.js';

export interface Replayed {
  readonly trial: Trial;
  readonly judgement: Judgement;
  /** Surfaces that could not be started. */
  readonly unavailable: ReadonlyMap<string, ParityError>;
}

/** Performs one counterexample again: on the surfaces that showed it, or on those named. */
export async function replay(
  loaded: LoadedConfig,
  promised: Promised,
  example: Counterexample,
  named: readonly string[],
): Promise<Replayed> {
  const { contract, operation } = operationOf(promised, example);
  const surfaces = surfacesOf(loaded, contract.file, named.length > 0 ? named : example.surfaces).map((surface) => ({
    ...surface,
    lanes: 1,
  }));
  const pass = await openPass({
    contract,
    backend: backendOf(loaded, contract, example),
    surfaces,
    plan: { cases: [], maker: new CaseMaker(contract, { seed: example.seed, runs: 0, values: new Map() }) },
    clusters: new Clusters(),
    token: loaded.token,
    credentials: loaded.credentials,
    prefix: loaded.prefix,
    root: loaded.root,
    timeoutMs: loaded.timeoutMs,
    bound: () => true,
    stopped: () => false,
    aborted: () => false,
    progress: () => undefined,
  });
  try {
    const trial = await performed(pass, operation, example);
    return { trial, judgement: judge(trial, pass.context), unavailable: pass.unavailable };
  } finally {
    await pass.close();
  }
}

function backendOf(loaded: LoadedConfig, contract: Contract, { backend }: Counterexample): Backend {
  if (backend === 'scripted') return streamScripts(contract);
  return backendFor(loaded, contract, backend === 'mock' ? 'mock' : 'reference') ?? mockFor(loaded, contract);
}

async function performed(pass: OpenPass, operation: Operation, example: Counterexample): Promise<Trial> {
  const lanes = [...pass.lanes.values()].flatMap(([lane]) => (lane === undefined ? [] : [lane]));
  return { case: example.case, operation, observations: await Promise.all(lanes.map((lane) => lane.runAfter(operation, example.case))) };
}

function operationOf(promised: Promised, example: Counterexample): { readonly contract: Contract; readonly operation: Operation } {
  for (const contract of promised.served) {
    const operation = contract.operations.find(({ id }) => id === example.case.operation);
    if (operation === undefined) continue;
    const encoded = encodeRequest(operation, example.case.input);
    if (encoded.kind === 'inexpressible')
      throw new ParityError(
        'counterexample-invalid',
        `the case is no request of ${operation.id}: ${encoded.reason}`,
        'The contract changed since it was written; run `parity check` again.',
      );
    return { contract, operation };
  }
  throw new ParityError(
    'operation-unknown',
    `no served contract has the operation \`${example.case.operation}\``,
    'Replay it with the configuration of the contract it was found on.',
  );
}
