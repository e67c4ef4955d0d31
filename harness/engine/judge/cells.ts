import type { OperationId } from '../../../contract/operation.js';
import type { CellEntry } from '../../../reports/report.js';
import { TRIAL_RULES } from '../../../rules/catalogue/catalogue.js';
import type { BackendKind, TrialRule } from '../../../rules/rule.js';
import type { Elsewhere } from '../plan/case-plan.js';
import { invalidRejected } from '../../../rules/conformance/service/invalid-rejected.js';
import type { Tally } from './tally.js';
import { BESIDE_PATH, CONFLICTS } from './undecided.js';

export interface CellSubject {
  readonly group: string;
  readonly operation: OperationId;
  readonly surface: string;
  readonly backend: BackendKind;
  readonly tally: Tally | undefined;
  /** The reason why no call was made on the surface. */
  readonly unavailable: string | undefined;
  /** The names of arguments for which no value could be made. */
  readonly withoutValues: readonly string[];
  /** The names of arguments that must identify an existing resource but have no known value. */
  readonly identifiers: readonly string[];
  /** Set in a quick run, if a whole run also calls the operation with items that the run creates. */
  readonly createdInWholeRun?: boolean | undefined;
  /** The number of calls that were not sent, because they may change items that the check did not create. */
  readonly notSent?: number | undefined;
  /**
   * The names of security schemes without credentials. If there are any, only requests without valid credentials were
   * sent.
   */
  readonly withoutCredentials?: readonly string[] | undefined;
  /**
   * The URL of the operation's server in the contract. Set if the surface has only one base URL, so that the run cannot
   * verify that the surface chooses this server.
   */
  readonly serverNotVerified?: string | undefined;
  /**
   * The path of the server URL in the contract. Set if the configured base URL of the service does not end with this
   * path.
   */
  readonly missingPath?: string | undefined;
  /** The reason why it is unknown which operations the surface offers. */
  readonly inventoryUnread?: string | undefined;
  /** Whether another surface received a successful reply from this operation on the same backend. */
  readonly acceptedBeside?: boolean | undefined;
  /** Set in a shard. States which of the operation's cases other shards run. */
  readonly elsewhere?: Elsewhere | undefined;
  /** The rules that the run applied. Default: the rules of the catalogue. */
  readonly rules?: readonly Pick<TrialRule, 'id' | 'backends'>[] | undefined;
}

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

function knownAdvice(identifiers: readonly string[], createdInWholeRun = false): string {
  const whole = createdInWholeRun ? 'run without `--quick`, so that the check creates items itself, or ' : '';
  return `${listed(identifiers)} must name an existing resource: ${whole}set ${knownWords(identifiers)}, or give an example of the parameter in the contract`;
}

function changedAdvice(identifiers: readonly string[]): string {
  return `name identifiers that it may change: set ${knownWords(identifiers)}`;
}

function knownWords(identifiers: readonly string[]): string {
  const values = identifiers.map((name) => `${name}: { known: ['…'] }`).join(', ');
  return `\`values: { ${values} }\` in parity.config.ts (\`init\` writes one)`;
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
  if (tally.inexpressible === tally.cases) return 'the surface can express none of the cases';
  return tally.accepted === 0 && subject.elsewhere !== 'accepted' ? noneAccepted(subject, tally) : undefined;
}

/** The maximum number of distinct replies that a reason lists. A hostile service may give hundreds of them. */
const MAX_REFUSALS = 6;

function noneAccepted(
  { identifiers, missingPath, backend, acceptedBeside, notSent, createdInWholeRun }: CellSubject,
  { cases, refusals, validRefused, broken }: Tally,
): string {
  const named = [...refusals].toSorted().slice(0, MAX_REFUSALS).join(', ');
  const none = `0 of ${cases} calls were accepted (replies: ${named}${refusals.size > MAX_REFUSALS ? ', …' : ''})`;
  // The harness makes scripted replies, so a change of the service or of its configuration would not help.
  if (backend === 'scripted' && acceptedBeside === true)
    return `${none}, although other surfaces received success replies: no call of this surface reached an operation with a success reply`;
  if (backend === 'scripted')
    return `${none}; the harness could not make a success reply from the schema of the response: give the response an example in the contract`;
  if (refusals.size > 0 && [...refusals].every((status) => status === '401' || status === '403'))
    return `${none}; give a credential that the service accepts, with \`--token\` or \`--header\`, or as \`token\` or \`credentials\` in parity.config.ts, or correct the \`security\` of the operation in the contract`;
  if (missingPath !== undefined && refusals.size > 0 && [...refusals].every((status) => NOT_THERE.has(status)))
    return `${none}; the contract names a server below ${missingPath}: append it to \`--url\`, or to the \`url\` of the service in parity.config.ts, as in \`http://127.0.0.1:{port}${missingPath}\``;
  if (refusals.size > 0 && [...refusals].every((status) => status === '409')) return `${none}; ${CONFLICT_ADVICE}`;
  const all = [...validRefused].toSorted(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  // If all identifiers have known values, only made-up values of other arguments can cause a 404. The reason therefore
  // states another status if there is one.
  const [other] = identifiers.length > 0 ? [] : all.filter(([status]) => status !== '404');
  const most = other ?? all[0];
  const isFound = most !== undefined && FOUND.has(most[0]);
  // The mock has no items, so a known identifier would not change its replies.
  const isUnmocked = backend === 'mock' && most !== undefined;
  if (identifiers.length === 0 || isFound || isUnmocked) {
    const answered =
      most === undefined
        ? none
        : `${none}; ${other && validRefused.has('404') ? 'apart from 404, ' : ''}the status of most replies to valid calls was ${most[0]}`;
    // If a rule is broken, its finding already states what to fix.
    if (broken.size > 0) return most?.[0] === '409' ? `${answered}; ${SEED_ADVICE}` : answered;
    if (isUnmocked) return `${answered}, from Prism, the mock; ${MOCK_ADVICE}`;
    const phases = most === undefined ? 'run the phases examples, boundary or valid as well, or ' : '';
    const state = most?.[0] === '409' ? ', such as an item whose state permits the call' : '';
    return `${answered}; ${phases}give the operation an example that the service accepts${state}`;
  }
  // An example of the contract may identify an item that the check did not create, and therefore does not change.
  if (notSent !== undefined)
    return `${none}; ${notSent === 1 ? '1 call was' : `${notSent} calls were`} not sent, because an identifier in the path may name an item that the check did not create; ${changedAdvice(identifiers)}`;
  return `${none}; ${knownAdvice(identifiers, createdInWholeRun)}`;
}

const SEED_ADVICE = 'if an earlier run has stored the same values, run with another `--seed`';

const CONFLICT_ADVICE =
  'each call conflicts with what the service has stored, for example because a value must be unique: give the operation an example whose values no stored item has, a `resetPath` that removes what earlier calls stored, or another `--seed` if an earlier run stored it';

const MOCK_ADVICE = 'give the success response an example in the contract, or check the operation against the service';

/** Statuses with which a service replies if there is no resource at the path. */
const NOT_THERE: ReadonlySet<string> = new Set(['404', '405']);

/**
 * Statuses that a service returns only for an existing resource: conflict, precondition failed and precondition
 * required.
 */
const FOUND: ReadonlySet<string> = new Set(['409', '412', '428']);

function notRun({ withoutValues }: CellSubject): string {
  return withoutValues.length === 0 ? 'no case was run' : `no case was run: ${unmadeValues(withoutValues)}`;
}

/** States for which arguments of an operation no value could be made, and what to do. */
export function unmadeValues(names: readonly string[]): string {
  return `no value of ${listed(names)} could be made; give it an example in the contract`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
