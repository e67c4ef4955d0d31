import type { Contract } from '../../contract/contract.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { CaseMaker } from '../cases/make-cases.js';
import { OFFERED, checkOffered } from '../../rules/inventory/offered.js';
import { scriptedBackend } from '../backends/scripted.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { asParityError } from '../engine/drive/backend-run.js';
import { knownValues } from '../engine/plan/known-values.js';
import { Lane } from '../engine/drive/lane/lane.js';
import type { Surface } from '../bindings/surfaces.js';
import { exampleStep } from './example-step.js';
import { hostedSteps } from './hosted-steps.js';
import type { Step } from './step.js';
import { unknownOperationStep } from './unknown-operation-step.js';

export interface SmokeOptions {
  readonly loaded: LoadedConfig;
  readonly contract: Contract;
  readonly surface: Surface;
  /** The operations of the contract that the surface should offer. */
  readonly bound: ReadonlySet<OperationId>;
  /** Returns true for the operations to call. */
  readonly chosen: (id: OperationId) => boolean;
  readonly signal: AbortSignal;
}

/** Tests one surface with scripted replies: start, inventory, one call of each operation, stop. */
export async function* smoke(options: SmokeOptions): AsyncGenerator<Step> {
  const lane = await opened(options);
  if (lane instanceof ParityError) {
    yield { kind: 'unverified', title: 'start', lines: [lane.message], repair: lane.repair };
    return;
  }
  const close = (): void => void lane.close();
  options.signal.addEventListener('abort', close, { once: true });
  try {
    yield startStep(lane);
    if (options.surface.config.driver !== 'rest') yield await inventoryStep(options, lane);
    yield* callSteps(options, lane);
  } finally {
    options.signal.removeEventListener('abort', close);
    await lane.close();
  }
  yield { kind: 'passed', title: 'stop', lines: [] };
  if (options.surface.config.driver === 'ui_card') yield* hostedSteps(options, options.surface.config.browser);
}

async function opened({ loaded, contract, surface, signal }: SmokeOptions): Promise<Lane | ParityError> {
  const { token, prefix, timeoutMs, maxBodyBytes, root, credentials } = loaded;
  const options = {
    surface: surface.id,
    driver: surface.driver,
    contract,
    token,
    credentials,
    prefix,
    timeoutMs,
    maxBodyBytes,
    root,
    signal,
  };
  try {
    return await Lane.open(options, () => scriptedBackend(contract).start());
  } catch (error) {
    return asParityError(error, surface.id);
  }
}

function startStep({ session: { description, observes } }: Lane): Step {
  const { name, language, version } = description;
  const who = [name, version, language && `(${language})`].filter((part) => part !== undefined).join(' ');
  return { kind: 'passed', title: 'start', lines: [`${who}; observes: ${[...observes].join(', ') || 'nothing'}`] };
}

async function inventoryStep({ surface, contract, bound, chosen }: SmokeOptions, lane: Lane): Promise<Step> {
  const expected = surface.expectedInventory(contract).filter(({ operation }) => bound.has(operation));
  try {
    const offered = await lane.asked((session) => session.inventory());
    const violations = checkOffered(surface.id, expected, offered).filter(
      ({ operations }) => operations.length === 0 || operations.some(chosen),
    );
    const lines = violations.map(({ violation: { message, expected: want, received } }) => {
      return `${message} Expected ${JSON.stringify(want)}, received ${JSON.stringify(received)}.`;
    });
    if (violations.length > 0) return { kind: 'failed', title: 'inventory', lines, repair: OFFERED.repair };
    return { kind: 'passed', title: 'inventory', lines: [offered.map(({ name }) => name).join(', ')] };
  } catch (error) {
    const { message, repair } = asParityError(error, surface.id);
    return { kind: 'unverified', title: 'inventory', lines: [message], repair };
  }
}

async function* callSteps(options: SmokeOptions, lane: Lane): AsyncGenerator<Step> {
  const { loaded, contract, surface, bound, chosen, signal } = options;
  const maker = new CaseMaker(contract, { seed: loaded.seed, runs: 1, values: knownValues(loaded, contract) });
  const operations = contract.operations.filter(({ id }) => bound.has(id) && chosen(id));
  for (const operation of operations) {
    if (signal.aborted) return;
    yield await exampleStep(lane, maker, operation, { ...options, token: loaded.token });
  }
  const [any]: readonly (Operation | undefined)[] = operations;
  if (any !== undefined && surface.config.driver === 'protocol' && !signal.aborted)
    yield await unknownOperationStep(lane, any);
}
