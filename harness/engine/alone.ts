import type { Case } from '../../contract/case.js';
import { operationNamed } from '../../contract/contract.js';
import type { Violation } from '../../rules/finding.js';
import type { Trial } from '../../rules/rule.js';
import { type Cluster, clusterKey } from './cluster.js';
import { judge } from './judge.js';
import { type OpenPass, freshLane } from './open-pass.js';

/** A case that shows a fault, and what it shows. */
export interface Shown {
  readonly case: Case;
  readonly violation: Violation;
}

/**
 * `alone`: it shows in a session that has made no other call. `after`: only where another call was made before, which the
 * case then names. `unseen`: neither; it does not always show.
 */
export type Standing = ({ readonly kind: 'alone' | 'unseen' } | { readonly kind: 'after'; readonly prior: Case }) & Shown;

/**
 * Makes the smallest case of a fault of a surface again in fresh sessions. What was found in the midst of a run may come from
 * the calls before it, and a counterexample that shows nothing by itself helps nobody.
 */
export async function standingOf(pass: OpenPass, cluster: Cluster, found: Shown): Promise<Standing> {
  const alone = await shownBy(pass, cluster, found.case);
  if (alone !== undefined) return { kind: 'alone', ...found };
  for (const [prior, then] of sequences(pass, cluster, found)) {
    const candidate = { ...then, after: [prior] };
    const violation = await shownBy(pass, cluster, candidate);
    if (violation !== undefined) return { kind: 'after', case: candidate, prior, violation };
  }
  return { kind: 'unseen', ...found };
}

/** The same call twice, the plainest call that succeeds and then it, and what really came before: the shortest that may show it. */
function sequences(pass: OpenPass, { smallest }: Cluster, { case: then }: Shown): readonly (readonly [prior: Case, then: Case])[] {
  const own = pass.options.plan.cases.map((planned) => planned.case);
  const bound = own.filter(({ operation }) => pass.options.bound(smallest.violation.surface, operation));
  const plain = bound.find(({ operation, expect }) => operation === then.operation && expect.kind === 'accepted');
  const before = bound[bound.indexOf(smallest.case) - 1];
  return [
    [then, then],
    ...(plain === undefined ? [] : [[plain, then] as const]),
    ...(before === undefined ? [] : [[before, then] as const, [before, smallest.case] as const]),
  ];
}

/** What a case, with the calls that it comes after, breaks in a session of its own. */
async function shownBy(pass: OpenPass, cluster: Cluster, candidate: Case): Promise<Violation | undefined> {
  const lane = await freshLane(pass, cluster.smallest.violation.surface);
  try {
    const operation = operationNamed(pass.options.contract, candidate.operation);
    if (operation === undefined) return undefined;
    const trial: Trial = { case: candidate, operation, observations: [await lane.runAfter(operation, candidate)] };
    return judge(trial, pass.context).primaries.find(({ rule, violation }) => clusterKey(rule, violation) === cluster.key)?.violation;
  } finally {
    await lane.close();
  }
}
