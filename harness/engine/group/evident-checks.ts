import { successValue } from '../../../rules/state/evidence/item-values.js';
import { elementsOf, listedCollection } from '../../../rules/state/evidence/listed-elements.js';
import { replyOf } from '../../../rules/reply.js';
import { REAL_SERVICE, type TrialContext } from '../../../rules/rule.js';
import type { Observation } from '../../../surfaces/observation.js';
import { enforcedBy } from './constraint-of.js';

/** The check `SEVERAL_PAGES` of an operation: at least two pages of its list have elements. */
export const SEVERAL_PAGES = 'several pages';

/** The check of an operation that a surface makes itself: it refuses a call with a wrong argument. */
export function argumentsOf(surface: string): string {
  return `arguments ${surface}`;
}

/** What a call shows about the checks that the service and the surface make (see `GroupingFacts.enforced`). */
export function evidentChecks(observation: Observation, context: TrialContext): readonly string[] {
  const { case: called, surface } = observation;
  const ofSurface = isWrongArgumentRefused(observation) ? [argumentsOf(surface)] : [];
  // Refusals by a mock are not counted, because they do not show whether the service enforces the constraint.
  if (!REAL_SERVICE.has(context.backend)) return ofSurface;
  const ofList = hasSeveralPages(observation, context) ? [SEVERAL_PAGES] : [];
  return [...ofSurface, ...ofList, ...enforcedBy(called, replyOf(observation)?.status)];
}

function isWrongArgumentRefused({ case: { misuse }, outcome, exchanges }: Observation): boolean {
  const isRefused = outcome.kind === 'refused' || outcome.kind === 'problem';
  return misuse?.endsWith('-argument') === true && isRefused && exchanges.length === 0;
}

function hasSeveralPages(first: Observation, context: TrialContext): boolean {
  const { followed = [] } = first;
  const list = followed.length === 0 ? undefined : listedCollection(context, first.case.operation)?.list;
  if (list === undefined) return false;
  return [first, ...followed].filter((page) => elementsOf(list, successValue(page))?.[0] !== undefined).length > 1;
}
