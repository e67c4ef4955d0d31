import type { OperationId } from '../../../contract/operation.js';
import type { CellEntry } from '../../../reports/report.js';
import { TRIAL_RULES } from '../../../rules/catalogue/catalogue.js';
import type { BackendKind } from '../../../rules/rule.js';
import type { Elsewhere } from '../plan/case-plan.js';
import type { Tally } from './tally.js';

export interface CellSubject {
  readonly group: string;
  readonly operation: OperationId;
  readonly surface: string;
  readonly backend: BackendKind;
  readonly tally: Tally | undefined;
  /** Why the surface was not driven at all. */
  readonly unavailable: string | undefined;
  /** Arguments that no value could be made for. */
  readonly withoutValues: readonly string[];
  /** Arguments that have to name something the service has. */
  readonly identifiers: readonly string[];
  /** What other shards have of the operation. They verify it. */
  readonly elsewhere?: Elsewhere | undefined;
}

/**
 * One group on one surface and backend, before its findings are known: what was verified depends on no policy. A cell in which a rule
 * was broken has failed, and whatever else kept it from being verified is its reason all the same.
 */
export function cell(subject: CellSubject): CellEntry {
  const { tally } = subject;
  const unverified = unverifiedRules(tally);
  const reason = [obstacle(subject), unverifiedWords(unverified)].filter((part) => part !== undefined).join('; ');
  const isBroken = (tally?.broken.size ?? 0) > 0;
  return {
    kind: 'cell',
    group: subject.group,
    operation: subject.operation,
    surface: subject.surface,
    backend: subject.backend,
    verdict: isBroken ? 'fail' : reason === '' ? 'pass' : reason === IN_OTHER_SHARDS ? 'inapplicable' : 'inconclusive',
    ...(reason !== '' && { reason }),
    cases: tally?.cases ?? 0,
    accepted: tally?.accepted ?? 0,
    rejected: tally?.rejected ?? 0,
    inexpressible: tally?.inexpressible ?? 0,
    verified: sorted(tally?.verified),
    ...(isBroken && { broken: sorted(tally?.broken) }),
    ...(unverified.length > 0 && { unverified }),
    inapplicable: TRIAL_RULES.filter((rule) => !rule.backends.has(subject.backend)).map(({ id }) => id),
    findings: [],
  };
}

const IN_OTHER_SHARDS = 'its cases are in other shards';

function sorted(counts: ReadonlyMap<string, number> | undefined): Readonly<Record<string, number>> {
  return Object.fromEntries([...(counts ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Rules that some failure made unobservable in cases of a kind, and that no other case of that kind verified. */
function unverifiedRules(tally: Tally | undefined): readonly string[] {
  const open = [...(tally?.blocked ?? [])].filter((key) => tally?.verifiedFor.has(key) === false);
  const rules = new Set(open.map((key) => key.split(' ')[0]));
  return TRIAL_RULES.map(({ id }) => id).filter((id) => rules.has(id));
}

function unverifiedWords(rules: readonly string[]): string | undefined {
  return rules.length === 0 ? undefined : `not verified because of another failure: ${rules.join(', ')}`;
}

function obstacle(subject: CellSubject): string | undefined {
  const { tally } = subject;
  if (subject.unavailable !== undefined) return subject.unavailable;
  if (tally === undefined || tally.cases + tally.missed === 0) return subject.elsewhere === 'all' ? IN_OTHER_SHARDS : notRun(subject);
  if (tally.missed > 0) return `${tally.missed} of ${tally.cases + tally.missed} cases were not run`;
  if (tally.inexpressible === tally.cases) return 'the surface can express none of the cases';
  return tally.accepted === 0 && subject.elsewhere !== 'accepted' ? noneAccepted(subject, tally) : undefined;
}

/** So many answers are named; a hostile service has hundreds. */
const MAX_REFUSALS = 6;

function noneAccepted({ identifiers }: CellSubject, { cases, refusals }: Tally): string {
  const named = [...refusals].toSorted().slice(0, MAX_REFUSALS).join(', ');
  const came = `0 of ${cases} calls were accepted (what came: ${named}${refusals.size > MAX_REFUSALS ? ', …' : ''})`;
  if (identifiers.length === 0) return `${came}; run the phases examples, boundary or valid as well, or give the operation an example that the service accepts`;
  const values = identifiers.map((name) => `${name}: { known: ['…'] }`).join(', ');
  return `${came}; ${listed(identifiers)} must name something the service has: \`values: { ${values} }\` in parity.config.ts, or an example of the parameter in the contract`;
}

function notRun({ withoutValues }: CellSubject): string {
  if (withoutValues.length === 0) return 'no case was run';
  return `no case was run: no value of ${listed(withoutValues)} could be made; give it an example in the contract`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
