import { scriptedBackend } from '../../backends/scripted.js';
import { surfacesOf } from '../../bindings/surfaces.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { Lane } from '../../engine/drive/lane/lane.js';
import { planCases } from '../../engine/plan/case-plan.js';
import { servedContract } from '../runs/contract.js';

/** Runs one case on one surface, and records its exchanges as a check does. */
export interface CaseLane {
  readonly run: () => Promise<unknown>;
  /** The body of the reply that the service sends for the case. */
  readonly body: Buffer;
}

/**
 * Opens a session of a surface, and calls `use` with a lane that runs an example of the contract. Returns `undefined`
 * if the surface is not configured.
 */
export async function onLane<T>(
  loaded: LoadedConfig,
  id: string,
  use: (lane: CaseLane) => Promise<T>,
): Promise<T | undefined> {
  const contract = await servedContract(loaded);
  const [surface] = await surfacesOf(loaded, contract.file, [id]);
  const options = { seed: 1, runs: 1, values: new Map() };
  const planned = planCases(contract, contract.operations, new Set(['examples']), options).cases[0];
  if (surface === undefined || planned === undefined) return undefined;
  const lane = await Lane.open({ surface: id, driver: surface.driver, contract, ...loaded }, () =>
    scriptedBackend(contract).start(),
  );
  const run = () => lane.run(planned.operation, planned.case);
  try {
    const response = (await run()).exchanges[0]?.response;
    const body = response?.kind === 'response' && response.body instanceof Uint8Array ? response.body : '';
    return await use({ run, body: Buffer.from(body) });
  } finally {
    await lane.close();
  }
}
