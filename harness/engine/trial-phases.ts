import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { ParityError } from '../../contract/parity-error.js';
import type { Operation } from '../../contract/operation.js';
import type { Finding, Violation } from '../../rules/finding.js';
import type { Trial } from '../../rules/rule.js';
import type { CasePlan } from './case-plan.js';
import { type Shown, standingOf } from './alone.js';
import { type Cluster, clusterKey, type Clusters } from './cluster.js';
import { trialFinding } from './findings.js';
import { gathered } from './gathered.js';
import { judge } from './judge.js';
import { type Told, gatherKept } from './kept-between-calls.js';
import type { OpenPass } from './open-pass.js';
import { isSlow, shrink } from './shrink.js';

/** More different faults than these of one run are told unshrunk: whoever has them starts with the first. */
const MAX_SHRUNK = 40;

/** Shrinks what was found, each with the one surface that it needs, and makes findings of it. */
export async function shrinkFindings(
  passes: readonly OpenPass[],
  contract: Contract,
  plan: CasePlan,
  clusters: Clusters,
  stopped: () => boolean,
): Promise<readonly Finding[]> {
  const told: Told[] = [];
  for (const [index, cluster] of gathered(clusters).entries()) {
    const pass = passes.find(({ options }) => options.backend.kind === cluster.smallest.backend);
    if (pass === undefined || index >= MAX_SHRUNK || stopped())
      told.push({ cluster, standing: { kind: 'unverified', ...cluster.smallest } });
    else {
      const shrunk = await shrinkCluster(pass, contract, plan, cluster, stopped);
      told.push({ cluster, standing: await verified(pass, cluster, shrunk, stopped) });
    }
  }
  return gatherKept(told).map(({ cluster, standing }) => trialFinding(cluster, standing));
}

/** A fault of a surface has to show by itself, or the finding says what it needs; each try of one that hangs would last too long. */
async function verified(pass: OpenPass, cluster: Cluster, shrunk: Shown, stopped: () => boolean): Promise<Told['standing']> {
  const { blame, kind } = shrunk.violation;
  if (blame !== 'surface' || isSlow(kind) || stopped()) return { kind: 'unverified', ...shrunk };
  try {
    return await standingOf(pass, cluster, shrunk);
  } catch (error) {
    // Another session could not be started: the finding stands as it was found.
    if (!(error instanceof ParityError)) throw error;
    return { kind: 'unverified', ...shrunk };
  }
}

async function shrinkCluster(pass: OpenPass, contract: Contract, plan: CasePlan, cluster: Cluster, stopped: () => boolean): Promise<Shown> {
  const { smallest } = cluster;
  const operation = contract.operations.find(({ id }) => id === smallest.case.operation);
  if (operation === undefined) return smallest;
  let isOver = false;
  const shows = (candidate: Case): Promise<Violation | undefined> =>
    showsAgain(pass, operation, cluster, candidate).catch((error: unknown) => {
      if (!(error instanceof ParityError)) throw error;
      // That it dies is what is looked at; a surface that cannot be driven at all leaves the smallest so far.
      isOver = error.code !== 'surface-dies';
      return isOver ? undefined : showsAgain(pass, operation, cluster, candidate);
    });
  return shrink({ contract, operation, maker: plan.maker, shows, stopped: () => isOver || stopped() }, smallest.case, smallest.violation);
}

/** One call on one surface; a fault behind the surfaces is looked for through the plainest of those that saw it. */
async function showsAgain(pass: OpenPass, operation: Operation, cluster: Cluster, candidate: Case): Promise<Violation | undefined> {
  const { violation } = cluster.smallest;
  const surface = violation.blame !== 'surface' && cluster.surfaces.has('rest') ? 'rest' : violation.surface;
  const [lane] = pass.lanes.get(surface) ?? [];
  if (lane === undefined) return undefined;
  const trial: Trial = { case: candidate, operation, observations: [await lane.run(operation, candidate)] };
  return judge(trial, pass.context).primaries.find((primary) => clusterKey(primary.rule, primary.violation) === cluster.key)?.violation;
}
