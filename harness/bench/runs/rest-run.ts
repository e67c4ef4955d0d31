import type { Contract } from '../../../contract/contract.js';
import { restDriver } from '../../../surfaces/rest/driver.js';
import type { Backend } from '../../backends/backend.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { type BackendRun, openBackendRun } from '../../engine/drive/backend-run.js';
import { Clusters } from '../../engine/group/cluster.js';
import type { CasePlan } from '../../engine/plan/case-plan.js';

/** A run of the surface `rest` with one session and without a time limit. */
export function openRestRun(
  { token, prefix, root, timeoutMs }: LoadedConfig,
  contract: Contract,
  plan: CasePlan,
  backend: Backend,
): Promise<BackendRun> {
  return openBackendRun({
    contract,
    plan,
    backend,
    surfaces: [{ id: 'rest', driver: restDriver(), lanes: 1 }],
    clusters: new Clusters(),
    token,
    prefix,
    root,
    timeoutMs,
    bound: () => true,
    stopped: () => false,
    aborted: () => false,
    progress: () => undefined,
  });
}
