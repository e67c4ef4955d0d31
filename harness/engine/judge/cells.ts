import type { CellEntry } from '../../../reports/report.js';
import { TRIAL_RULES } from '../../../rules/catalogue/catalogue.js';
import { invalidRejected } from '../../../rules/conformance/service/invalid-rejected.js';
import type { CellSubject } from './cell-subject.js';
import { changedAdvice, knownAdvice, listed, noneAccepted } from './none-accepted.js';
import type { Tally } from './tally.js';
import { BESIDE_PATH, CONFLICTS } from './undecided.js';

/**
 * Makes the result of one operation on one surface and backend. Findings are added later. If a rule was broken, the
 * cell fails. The reason still states why other rules were not verified.
 */
export function cell(subject: CellSubject): CellEntry {
  const { tally } = subject;
  const unverified = unverifiedRules(tally, subject.rules);
  const reason = [
    obstacle(subject),
    unjudgedWords(tally),
    undecidedWords(subject),
    unverifiedWords(unverified),
    serverWords(subject),
    subject.inventoryUnread,
  ]
    .filter((part) => part !== undefined)
    .join('; ');
  const isBroken = (tally?.broken.size ?? 0) > 0;
  return {
    kind: 'cell',
    group: subject.group,
    operation: subject.operation,
    surface: subject.surface,
    backend: subject.backend,
    verdict: isBroken ? 'fail' : reason === '' ? 'pass' : isInOtherShards(subject) ? 'inapplicable' : 'inconclusive',
    ...(reason !== '' && { reason }),
    cases: tally?.cases ?? 0,
    accepted: tally?.accepted ?? 0,
    rejected: tally?.rejected ?? 0,
    refused: tally?.refused ?? 0,
    inexpressible: tally?.inexpressible ?? 0,
    verified: sorted(tally?.verified),
    ...(isBroken && { broken: sorted(tally?.broken) }),
    ...(unverified.length > 0 && { unverified }),
    inapplicable: (subject.rules ?? TRIAL_RULES)
      .filter((rule) => !rule.backends.has(subject.backend))
      .map(({ id }) => id),
    findings: [],
  };
}

function isInOtherShards({ elsewhere, unavailable, tally }: CellSubject): boolean {
  return elsewhere === 'all' && unavailable === undefined && !hasCases(tally);
}

function hasCases(tally: Tally | undefined): tally is Tally {
  return tally !== undefined && tally.cases + tally.missed > 0;
}

function sorted(counts: ReadonlyMap<string, number> | undefined): Readonly<Record<string, number>> {
  return Object.fromEntries([...(counts ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Rules that could not be checked for at least one case because the call failed. A rule is left out if another case
 * with the same kind of expectation verified it.
 */
function unverifiedRules(
  tally: Tally | undefined,
  all: NonNullable<CellSubject['rules']> = TRIAL_RULES,
): readonly string[] {
  const open = [...(tally?.blocked ?? [])].filter(
    (key) => key !== BESIDE_PATH && key !== CONFLICTS && isOpen(tally, key),
  );
  const rules = new Set(open.map((key) => key.split(' ')[0]));
  return all.map(({ id }) => id).filter((id) => rules.has(id));
}

function isOpen(tally: Tally | undefined, key: string): boolean {
  return tally?.blocked.has(key) === true && !tally.verifiedFor.has(key);
}

/**
 * States that no case showed whether the service validates the input of the operation, because the service answered
 * every invalid input with 404 or 409. `undefined` in two situations: no call was accepted, which the reason then
 * states instead, or the service accepted an invalid input.
 */
function undecidedWords({ tally, identifiers, createdInWholeRun }: CellSubject): string | undefined {
  if (tally === undefined || tally.accepted === 0 || !isOpen(tally, BESIDE_PATH)) return undefined;
  if (tally.broken.has(invalidRejected.id)) return undefined;
  const hasConflicts = tally.blocked.has(CONFLICTS);
  const none = `every invalid input was answered 404${hasConflicts ? ' or 409' : ''}, which does not show whether the service validates its input`;
  if (hasConflicts) return `${none}; give the operation an example that the service accepts`;
  return `${none}; ${identifiers.length === 0 ? 'give the operation an example of an existing resource' : knownAdvice(identifiers, createdInWholeRun)}`;
}

function unjudgedWords(tally: Tally | undefined): string | undefined {
  if (tally === undefined || tally.unjudged === 0) return undefined;
  return `${tally.unjudged} of ${tally.cases} cases could not be judged by every rule, because a rule threw an error (harness-error)`;
}

function unverifiedWords(rules: readonly string[]): string | undefined {
  return rules.length === 0
    ? undefined
    : `rules that could not be checked because of another failure: ${rules.join(', ')}`;
}

function serverWords({ serverNotVerified: server, surface, tally }: CellSubject): string | undefined {
  if (server === undefined || !hasCases(tally)) return undefined;
  return `the check cannot show that the surface calls the server ${server || '/'}, because all servers have one base URL; set \`servers\` of the surface ${surface} to 'each' or 'one'`;
}

function obstacle(subject: CellSubject): string | undefined {
  const { tally } = subject;
  if (subject.unavailable !== undefined) return subject.unavailable;
  if (!hasCases(tally))
    return isInOtherShards(subject) ? 'all cases of this cell are in other shards' : notRun(subject);
  if (tally.missed > 0) return `${tally.missed} of ${tally.cases + tally.missed} cases were not run`;
  if (subject.withoutCredentials !== undefined)
    return `only requests without valid credentials were sent, because none are given for ${listed(subject.withoutCredentials)}: use \`--token\` or \`--header\`, or \`token\` or \`credentials\` in parity.config.ts`;
  if (tally.inexpressible === tally.cases && subject.notSent !== undefined)
    return `no call was sent, because each may change items that the check did not create; ${changedAdvice(subject.identifiers)}`;
  if (tally.inexpressible === tally.cases) {
    const reason = tally.refusalTexts.get('inexpressible');
    return `the surface can express none of the cases${reason === undefined ? '' : `: ${reason}`}`;
  }
  return tally.accepted === 0 && subject.elsewhere !== 'accepted' ? noneAccepted(subject, tally) : undefined;
}

function notRun({ withoutValues }: CellSubject): string {
  return withoutValues.length === 0 ? 'no case was run' : `no case was run: ${unmadeValues(withoutValues)}`;
}

/** States for which arguments of an operation no value could be made, and what to do. */
export function unmadeValues(names: readonly string[]): string {
  return `no value of ${listed(names)} could be made; give it an example in the contract`;
}
