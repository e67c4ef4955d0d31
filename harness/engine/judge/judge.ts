import { documentsStatus } from '../../../contract/documented-responses.js';
import type { Observation, SurfaceId } from '../../../surfaces/observation.js';
import { stageOf, TRIAL_RULES } from '../../../rules/catalogue/catalogue.js';
import type { Violation } from '../../../rules/finding.js';
import { hasChangedStep } from './changed-steps.js';
import { type ObservationReach, reachOf, reaches } from '../../../rules/reach.js';
import { replyOf } from '../../../rules/reply.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { BackendKind, Trial, TrialContext, TrialRule } from '../../../rules/rule.js';

/** The results of all rules for one trial. */
export interface Judgement {
  /** The violations, in the order of the rules in the catalogue. */
  readonly broken: readonly Broken[];
  /** Differences between surfaces that a tolerance permits. */
  readonly tolerated: readonly Broken[];
  /** The verified and the blocked rules of each observation of the trial. */
  readonly coverage: readonly RuleCoverage[];
}

export interface Broken {
  readonly rule: TrialRule;
  readonly violation: Violation;
}

/** The ids of the rules that apply to one observation. Each rule was either verified by the observation, or blocked. */
export interface RuleCoverage {
  readonly verified: readonly string[];
  /** Rules that could not be checked, because the call failed before the part of the observation that they judge. */
  readonly blocked: readonly string[];
}

/** Called with an error that a rule throws. The other rules still judge the trial. */
export type RuleFailed = (rule: TrialRule, error: unknown) => void;

/**
 * Judges a trial by every rule that applies to its backend. Each further page of a list is judged as a separate call.
 * The observations of a sequence are judged separately, because each surface has different values. `failed` receives
 * the errors of rules. Without `failed`, such an error is thrown: a case that runs again must not pass only because a
 * rule failed.
 */
export function judge(trial: Trial, context: TrialContext, failed: RuleFailed = rethrow): Judgement {
  if (trial.case.sequence !== true && !trial.observations.some(({ followed }) => followed !== undefined))
    return judgeCall(trial, context, failed);
  const judgeEach = (observation: Observation): Judgement =>
    judgeCall({ ...trial, case: observation.case, observations: [observation] }, context, failed);
  const own = trial.case.sequence === true ? trial.observations.map(judgeEach) : [judgeCall(trial, context, failed)];
  const all = [...own, ...trial.observations.flatMap(({ followed = [] }) => followed.map(judgeEach))];
  return {
    broken: all.flatMap(({ broken }) => broken),
    tolerated: all.flatMap(({ tolerated }) => tolerated),
    coverage: own.flatMap(({ coverage }) => coverage),
  };
}

function rethrow(_: TrialRule, error: unknown): never {
  throw error;
}

function judgeCall(trial: Trial, context: TrialContext, failed: RuleFailed): Judgement {
  const judging: Judging = {
    trial,
    reach: trial.observations.map((observation) => reachOf(trial, context, observation)),
    concerned: [],
    failed: [],
    broken: [],
    excused: [],
    intended: [],
    tolerated: [],
    changed: new Set(trial.observations.filter((each) => hasChangedStep(each, context)).map(({ surface }) => surface)),
    isLimited: context.backend !== 'scripted' && trial.observations.some((each) => isLimited(trial, each)),
  };
  const isPending = trial.observations.some(hasPendingCall);
  for (const rule of context.rules ?? RULES_ON[context.backend]) {
    if (!mayConcern(rule, trial.case) && !judgesStored(rule, trial)) continue;
    if (isPending && stageOf(rule.id) === 'state') continue;
    try {
      applyRule(judging, rule, rule.check(trial, context));
    } catch (error) {
      judging.failed.push(rule);
      failed(rule, error);
    }
  }
  return { broken: judging.broken, tolerated: judging.tolerated, coverage: coverageOf(judging) };
}

/**
 * Whether an earlier call of the sequence was answered 202: the service may still be working on it, so the stored items
 * may change at any time (RFC 9110 §15.3.3).
 */
function hasPendingCall({ earlier = [] }: Observation): boolean {
  return earlier.some((observation) => replyOf(observation)?.status === 202);
}

function mayConcern(rule: TrialRule, { misuse, raw, expect, provenance, schedule }: Trial['case']): boolean {
  if (misuse === undefined ? rule.misuse === 'only' : rule.misuse === undefined) return false;
  if (raw !== undefined && !judgesRaw(rule.id, expect.kind)) return false;
  if (provenance.kind === 'fault' ? rule.disturbed === undefined : rule.disturbed === 'only') return false;
  return schedule === undefined ? rule.atOnce !== true : rule.atOnce !== undefined;
}

/**
 * Whether a rule judges the replies to a raw request whose body has an unusual encoding. The service may refuse such a
 * body. If it accepts the body, the stored item must be valid. So only the rule about response bodies judges the
 * replies, and only if every reply is a success.
 */
function judgesStored({ id }: TrialRule, { case: { raw }, observations }: Trial): boolean {
  return (
    raw?.fault === 'encoding' &&
    id === 'conformance/response-body' &&
    observations.every((observation) => isSuccess(replyOf(observation)?.status ?? 0))
  );
}

function applyRule(judging: Judging, rule: TrialRule, violations: readonly Violation[] | undefined): void {
  if (violations === undefined || (judging.isLimited && !judgesLimited(rule.id))) return;
  judging.concerned.push(rule);
  for (const violation of violations) {
    // A violation does not count if the call failed before the part of the observation that the rule reads.
    if (isRead(judging, rule, violation)) listFor(judging, violation).push({ rule, violation });
  }
}

/**
 * Whether a rule judges the replies to raw requests:
 * - Rules about the form of a reply do so only if the contract documents a reply to such a request. A request to an
 *   unknown route, for example, belongs to no operation.
 * - The rule about documented statuses does so only for wrong credentials, because such a request is otherwise like a
 *   documented request.
 * - A few other rules always do (`RAW`).
 */
function judgesRaw(rule: string, expected: Trial['case']['expect']['kind']): boolean {
  if (rule === 'conformance/status-documented') return expected === 'unauthenticated';
  return RAW.has(rule) || (FORM.has(rule) && expected !== 'answered');
}

const RAW: ReadonlySet<string> = new Set([
  'conformance/no-server-error',
  'conformance/authentication-enforced',
  'conformance/valid-accepted',
  'conformance/malformed-refused',
  'state/no-effect',
  'state/echo',
  'state/conditional-requests',
]);

const FORM: ReadonlySet<string> = new Set([
  'conformance/content-type',
  'conformance/response-headers',
  'conformance/response-body',
  'conformance/problem-members',
]);

/** The state while one trial is judged. */
interface Judging {
  readonly trial: Trial;
  /** For each observation, the last stage that the call reached without an error. */
  readonly reach: readonly ObservationReach[];
  readonly concerned: TrialRule[];
  /** Rules that threw an error. The part of the observation that they judge may be wrong. */
  readonly failed: TrialRule[];
  readonly broken: Broken[];
  /**
   * Violations that are not counted, because they may be consequences of a wrong reply. Their rules count neither as
   * broken nor as verified.
   */
  readonly excused: Broken[];
  /** Violations in a scripted reply that breaks the contract on purpose. */
  readonly intended: Broken[];
  readonly tolerated: Broken[];
  /** The surfaces that changed the request of an earlier step. */
  readonly changed: ReadonlySet<SurfaceId>;
  /**
   * Whether a rate limit of the service refused the call. If so, rules about the content of the reply are not applied.
   */
  readonly isLimited: boolean;
}

function judgesLimited(rule: string): boolean {
  return stageOf(rule) === 'request' || FORM.has(rule) || rule === 'conformance/outcome';
}

/**
 * Whether a rate limit refused the call (RFC 6585 §4). A 429 that the contract does not document is judged like any
 * other reply.
 */
function isLimited({ operation }: Trial, observation: Observation): boolean {
  return replyOf(observation)?.status === 429 && documentsStatus(operation, 429);
}

function listFor(judging: Judging, { tolerance, blame, dependsOnReply, surface }: Violation): Broken[] {
  if (tolerance !== undefined) return judging.tolerated;
  if (blame === 'harness' && judging.trial.case.reply?.fault !== undefined) return judging.intended;
  return dependsOnReply === true && isReplyBroken(judging, surface) ? judging.excused : judging.broken;
}

/**
 * Whether a rule can judge the observation: the call must have produced the part that the rule judges. If the rule
 * compares the reply with the case, the surface must also have sent the requests of the case and of its earlier steps
 * unchanged.
 */
function isRead(judging: Judging, rule: TrialRule, { surface }: Violation): boolean {
  const { trial, reach } = judging;
  const reached = reach[trial.observations.findIndex((observation) => observation.surface === surface)];
  if (reached !== undefined && !reaches(reached, rule.reads)) return false;
  return rule.judgesCase !== true || !isUnfaithful(judging, surface);
}

function isUnfaithful({ broken, changed, failed }: Judging, surface: SurfaceId): boolean {
  return (
    changed.has(surface) ||
    failed.some(({ id }) => stageOf(id) === 'request') ||
    broken.some(({ rule, violation }) => violation.surface === surface && stageOf(rule.id) === 'request')
  );
}

function isReplyBroken({ broken, intended, failed }: Judging, surface: SurfaceId): boolean {
  return (
    failed.some(({ id }) => isUnreadable(id)) ||
    [...broken, ...intended].some(
      ({ rule, violation }) => violation.surface === surface && violation.blame !== 'surface' && isUnreadable(rule.id),
    )
  );
}

/** Whether a client may fail at a reply that breaks this rule. */
function isUnreadable(rule: string): boolean {
  return UNREADABLE.has(rule) || (rule.startsWith('stream/') && stageOf(rule) === 'reply');
}

const UNREADABLE: ReadonlySet<string> = new Set([
  'conformance/no-server-error',
  'conformance/status-documented',
  'conformance/content-type',
  'conformance/response-body',
  'versions/compatible',
]);

function coverageOf(judging: Judging): readonly RuleCoverage[] {
  const { trial, reach, concerned, changed, failed, broken, excused } = judging;
  const known = new Map<string, RuleCoverage>();
  return trial.observations.map(({ surface }, index) => {
    const reached = reach[index] ?? NOWHERE;
    const { level, outcome, tooLarge } = reached;
    // Faults of the mock do not count as faults of a surface.
    const isBroken =
      failed.length > 0 || broken.some(({ violation }) => violation.surface === surface && violation.blame !== 'mock');
    const unfaithful = (isBroken || changed.has(surface)) && isUnfaithful(judging, surface);
    const open = new Set(excused.filter(({ violation }) => violation.surface === surface).map(({ rule }) => rule));
    const key = `${level} ${outcome} ${tooLarge} ${isBroken} ${unfaithful}`;
    const coverage =
      (open.size === 0 ? known.get(key) : undefined) ??
      split(concerned, (rule) => isVerified(rule, reached, unfaithful, open), isBroken || unfaithful || tooLarge);
    if (open.size === 0) known.set(key, coverage);
    return coverage;
  });
}

const NOWHERE: ObservationReach = { level: 0, outcome: false, tooLarge: false };

function isVerified(
  rule: TrialRule,
  reach: ObservationReach,
  unfaithful: boolean,
  open: ReadonlySet<TrialRule>,
): boolean {
  return reaches(reach, rule.reads) && !(unfaithful && rule.judgesCase === true) && !open.has(rule);
}

/**
 * Divides the rules into verified and blocked rules. A rule that was not verified is blocked only if something failed.
 * Otherwise the rule does not apply. For example, the client may have refused an invalid input.
 */
function split(
  concerned: readonly TrialRule[],
  verified: (rule: TrialRule) => boolean,
  wentWrong: boolean,
): RuleCoverage {
  const ids = (rules: readonly TrialRule[]): readonly string[] => rules.map(({ id }) => id);
  return {
    verified: ids(concerned.filter(verified)),
    blocked: wentWrong ? ids(concerned.filter((rule) => !verified(rule))) : [],
  };
}

/** For each backend, the rules of the catalogue that apply to it. */
const RULES_ON: Readonly<Record<BackendKind, readonly TrialRule[]>> = {
  reference: rulesOn('reference'),
  live: rulesOn('live'),
  mock: rulesOn('mock'),
  scripted: rulesOn('scripted'),
};

function rulesOn(backend: BackendKind): readonly TrialRule[] {
  return TRIAL_RULES.filter((rule) => rule.backends.has(backend));
}
