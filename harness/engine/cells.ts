import type { OperationId } from '../../contract/operation.js';
import type { CellEntry, Verdict } from '../../reports/report.js';
import { TRIAL_RULES } from '../../rules/catalogue.js';
import type { BackendKind } from '../../rules/rule.js';
import type { Tally } from './trials.js';

export interface CellSubject {
  readonly group: string;
  readonly operation: OperationId;
  readonly surface: string;
  readonly backend: BackendKind;
  readonly tally: Tally | undefined;
  /** Why the surface was not driven at all. */
  readonly unavailable: string | undefined;
  /** Whether cases were asked for that a faithful service accepts. */
  readonly expectsAccepted: boolean;
  /** Arguments that no value could be made for. */
  readonly withoutValues: readonly string[];
}

/** One group on one surface and backend before findings are held against it. Not verified is never green. */
export function cell(subject: CellSubject): CellEntry {
  const { tally } = subject;
  const [verdict, reason] = verdictOf(subject);
  return {
    kind: 'cell',
    group: subject.group,
    operation: subject.operation,
    surface: subject.surface,
    backend: subject.backend,
    verdict,
    ...(reason !== undefined && { reason }),
    cases: tally?.cases ?? 0,
    accepted: tally?.accepted ?? 0,
    rejected: tally?.rejected ?? 0,
    inexpressible: tally?.inexpressible ?? 0,
    verified: Object.fromEntries([...(tally?.verified ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    inapplicable: TRIAL_RULES.filter((rule) => !rule.backends.has(subject.backend)).map(({ id }) => id),
    findings: [],
  };
}

function verdictOf(subject: CellSubject): readonly [Verdict, string?] {
  const { tally } = subject;
  if (subject.unavailable !== undefined) return ['inconclusive', subject.unavailable];
  if (tally === undefined || tally.cases + tally.missed === 0) return ['inconclusive', notRun(subject)];
  if (tally.missed > 0) return ['inconclusive', `${tally.missed} of ${tally.cases + tally.missed} cases were not run`];
  if (tally.inexpressible === tally.cases) return ['inconclusive', 'the surface can express none of the cases'];
  if (subject.expectsAccepted && tally.accepted === 0) return ['inconclusive', noneAccepted(tally)];
  return ['pass'];
}

/** So many answers are named; a hostile service has hundreds. */
const MAX_REFUSALS = 6;

function noneAccepted({ refusals }: Tally): string {
  const named = [...refusals].toSorted().slice(0, MAX_REFUSALS).join(', ');
  return `not one case was accepted; what came: ${named}${refusals.size > MAX_REFUSALS ? ', …' : ''}`;
}

function notRun({ withoutValues }: CellSubject): string {
  if (withoutValues.length === 0) return 'no case was run';
  return `no case was run: no value of ${withoutValues.map((name) => `\`${name}\``).join(', ')} could be made; give it an example in the contract`;
}
