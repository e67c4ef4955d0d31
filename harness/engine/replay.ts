import { collectionsOf } from '../../contract/collections/collections.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { encodeRequest } from '../../contract/wire/request/encode.js';
import type { Trial, TrialContext } from '../../rules/rule.js';
import type { Observation, SurfaceId } from '../../surfaces/observation.js';
import type { Backend } from '../backends/backend.js';
import { scriptedReplies } from '../backends/script.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { type Surface, surfacesOf } from '../bindings/surfaces.js';
import { CaseMaker } from '../cases/make-cases.js';
import { Clusters } from './group/cluster.js';
import { backendFor, mockFor, serversFor } from './drive/backend-for.js';
import type { CasePlan } from './plan/case-plan.js';
import { knownValues } from './plan/known-values.js';
import type { Promised } from './plan/contracts.js';
import type { Counterexample } from './minimise/counterexample.js';
import { type Judgement, judge } from './judge/judge.js';
import { type BackendRun, openBackendRun } from './drive/backend-run.js';

export interface Replayed {
  readonly trial: Trial;
  readonly context: TrialContext;
  readonly judgement: Judgement;
  /** The surfaces that could not be started or could not run the case. */
  readonly unavailable: ReadonlyMap<string, ParityError>;
}

/** Runs one counterexample again, on the named surfaces or on those that showed the fault. */
export async function replay(
  loaded: LoadedConfig,
  promised: Promised,
  example: Counterexample,
  named: readonly string[],
): Promise<Replayed> {
  const { contract, operation } = operationOf(promised, example);
  const surfaces = await surfacesToRun(loaded, contract, named.length > 0 ? named : example.surfaces);
  const before = (example.case.precedingCalls ?? []).flatMap(({ surface }) => surface ?? []);
  const backendRun = await openBackendRun({
    contract,
    backend: backendOf(loaded, contract, example),
    surfaces,
    companions: before.length === 0 ? [] : await surfacesToRun(loaded, contract, [...new Set(before)]),
    plan: replayPlan(loaded, contract, example),
    clusters: new Clusters(),
    servers: serversFor(loaded, contract),
    token: loaded.token,
    credentials: loaded.credentials,
    ...(loaded.callHeaders && { callHeaders: loaded.callHeaders }),
    ...(loaded.headers && { addedHeaders: loaded.headers }),
    prefix: loaded.prefix,
    root: loaded.root,
    timeoutMs: loaded.timeoutMs,
    maxBodyBytes: loaded.maxBodyBytes,
    rules: loaded.rules,
    bound: () => true,
    stopped: () => false,
    aborted: () => false,
    progress: () => undefined,
  });
  try {
    const { observations, failures } = await observed(backendRun, operation, example);
    const trial: Trial = { case: example.case, operation, observations };
    const unavailable = new Map([...backendRun.unavailable, ...failures]);
    return { trial, context: backendRun.context, judgement: judge(trial, backendRun.context), unavailable };
  } finally {
    await backendRun.close();
  }
}

function replayPlan(loaded: LoadedConfig, contract: Contract, { seed }: Counterexample): CasePlan {
  const maker = new CaseMaker(contract, { seed, runs: 0, values: knownValues(loaded, contract) });
  return { cases: [], maker, collections: collectionsOf(contract, loaded.config.collections).all };
}

/**
 * The surfaces on which the case runs. Throws if a requested surface does not offer the contract. If the surface were
 * skipped, the result would look like a pass.
 */
async function surfacesToRun(
  loaded: LoadedConfig,
  contract: Contract,
  named: readonly string[],
): Promise<readonly Surface[]> {
  const surfaces = await surfacesOf(loaded, contract.file, named);
  const missing = named.filter((name) => !surfaces.some(({ id }) => id === name));
  if (missing.length === 0 && surfaces.length > 0) return surfaces.map((surface) => ({ ...surface, lanes: 1 }));
  throw new ParityError(
    'surface-unconfigured',
    `${loaded.file} does not list ${contract.file} for ${missing.length === 0 ? 'any surface' : missing.join(' or ')}`,
    `Name a surface that offers the contract with --surface, or add the contract under \`surfaces\` in ${loaded.file}.`,
  );
}

function backendOf(loaded: LoadedConfig, contract: Contract, { backend }: Counterexample): Backend {
  if (backend === 'scripted') return scriptedReplies(contract);
  if (backend === 'mock') return mockFor(loaded, contract);
  const service = backendFor(loaded, contract, 'reference');
  if (service !== undefined) return service;
  throw new ParityError(
    'service-unavailable',
    `the counterexample was found on a real service, but ${loaded.file} configures no service for ${contract.file}`,
    'Configure the service under `service`; the mock cannot show what a service does.',
  );
}

interface Observed {
  readonly observations: readonly Observation[];
  readonly failures: readonly (readonly [SurfaceId, ParityError])[];
}

/** Runs the case on every surface. An error on one surface does not stop the others. */
async function observed(backendRun: BackendRun, operation: Operation, example: Counterexample): Promise<Observed> {
  const results = await Promise.all(
    [...backendRun.lanes].map(async ([surface, [lane]]) => {
      try {
        return lane === undefined ? [] : [await lane.runAfter(operation, example.case)];
      } catch (error) {
        if (!(error instanceof ParityError)) throw error;
        return [[surface, error] as const];
      }
    }),
  );
  const all = results.flat();
  return {
    observations: all.filter((result): result is Observation => 'outcome' in result),
    failures: all.filter((result): result is readonly [SurfaceId, ParityError] => !('outcome' in result)),
  };
}

function operationOf(
  promised: Promised,
  example: Counterexample,
): { readonly contract: Contract; readonly operation: Operation } {
  for (const contract of promised.served) {
    const operation = contract.operations.find(({ id }) => id === example.case.operation);
    if (operation === undefined) continue;
    // The input of a step in a sequence lacks the values from earlier replies, so it cannot be encoded yet.
    const { feeds, within } = example.case;
    const isWhole = feeds === undefined && within === undefined;
    const encoded = isWhole ? encodeRequest(operation, example.case.input) : undefined;
    if (encoded?.kind === 'inexpressible')
      throw new ParityError(
        'counterexample-invalid',
        `the case cannot be sent as a request of ${operation.id}: ${encoded.reason}`,
        'The contract has changed since the counterexample was written; run `parity check` again.',
      );
    return { contract, operation };
  }
  throw new ParityError(
    'operation-unknown',
    `no served contract has the operation \`${example.case.operation}\``,
    'Replay the counterexample with the configuration of its own contract; if the operation was removed or renamed, run `parity check` again.',
  );
}
