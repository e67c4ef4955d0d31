import type { OperationId } from '../../contract/operation.js';
import { TRIAL_RULES } from '../../rules/catalogue.js';
import type { Evidence, Violation } from '../../rules/finding.js';
import type { BackendKind, Trial, TrialContext, TrialRule } from '../../rules/rule.js';

/** What the rules say about one trial: per surface the first rule that is broken, with what the later ones add. */
export interface Judgement {
  readonly primaries: readonly Primary[];
  /** Rules that were verified, in the catalogue's order. */
  readonly verified: readonly string[];
}

export interface Primary {
  readonly rule: TrialRule;
  readonly violation: Violation;
  readonly evidence: readonly Evidence[];
}

/** Judges a trial by every rule that can hold on its backend. */
export function judge(trial: Trial, context: TrialContext): Judgement {
  const verified: string[] = [];
  let broken: Map<string, Broken[]> | undefined;
  for (const rule of RULES_ON[context.backend]) {
    const violations = rule.check(trial, context);
    if (violations === undefined) continue;
    verified.push(rule.id);
    for (const violation of violations) {
      broken ??= new Map();
      const known = broken.get(violation.surface);
      if (known === undefined) broken.set(violation.surface, [{ rule, violation }]);
      else known.push({ rule, violation });
    }
  }
  const primaries = broken === undefined ? NONE : [...broken.values()].flatMap((all) => primariesOf(trial.operation.id, all));
  return { primaries, verified };
}

/** Where a rule cannot hold it is not asked. */
const RULES_ON: Readonly<Record<BackendKind, readonly TrialRule[]>> = {
  reference: rulesOn('reference'),
  live: rulesOn('live'),
  mock: rulesOn('mock'),
  scripted: rulesOn('scripted'),
};

function rulesOn(backend: BackendKind): readonly TrialRule[] {
  return TRIAL_RULES.filter((rule) => rule.backends.has(backend));
}

interface Broken {
  readonly rule: TrialRule;
  readonly violation: Violation;
}

const NONE: readonly Primary[] = [];

/** The first rule carries the fault; a rule may state several at once, of which the first is shown the evidence. */
function primariesOf(operation: OperationId, broken: readonly Broken[]): readonly Primary[] {
  const first = broken[0]?.rule;
  const later = broken.filter(({ rule }) => rule !== first).map(({ rule, violation }) => evidenceOf(rule, violation, operation));
  return broken
    .filter(({ rule }) => rule === first)
    .map(({ rule, violation }, index) => ({ rule, violation, evidence: index === 0 ? later : [] }));
}

export function evidenceOf(rule: { readonly id: string }, violation: Violation, operation: OperationId): Evidence {
  return { rule: rule.id, surface: violation.surface, operation, pointer: violation.pointer, message: violation.message };
}
