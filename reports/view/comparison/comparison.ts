import type { Case } from '../../../contract/case.js';
import type { Finding } from '../../../rules/finding.js';
import { PROBED_RULES } from '../../../rules/registry/catalogue.js';
import type { ComparedCell, ComparisonEntry, EarlierFinding, FindingChange } from '../../change-entries.js';
import type { CellEntry, FindingEntry, FooterEntry, HeaderEntry, Report } from '../../report.js';

export interface ComparisonOptions {
  /** Where the earlier report was read: a file, a folder or a git revision. */
  readonly source: string;
  readonly failOn: ComparisonEntry['failOn'];
}

/**
 * Compares a report with an earlier report. Two findings are the same if they have the same id, which contains the
 * rule, the owner, the kind of difference and its cause, but no values. An earlier finding counts as fixed only if this
 * run had the phase that made the case of the finding, and verified the rule on all matrix cells of the finding. A
 * finding counts as a regression only if the earlier run verified its rule on one of its cells.
 */
export function comparison(now: Report, earlier: Report, { source, failOn }: ComparisonOptions): ComparisonEntry {
  const { startedAt, commit, contracts } = earlier.header;
  const present = new Set(now.findings.map(({ finding }) => finding.id));
  const gone = earlier.findings
    .filter(({ finding }) => !present.has(finding.id))
    .map((entry) => ({ entry, reason: unverifiedReason(entry, now, earlier) }));
  return {
    kind: 'comparison',
    against: { source, startedAt, ...(commit !== undefined && { commit }), contracts },
    failOn,
    findings: now.findings.map((entry) => changeOf(entry, now, earlier)),
    fixed: gone.flatMap(({ entry, reason }) => (reason === undefined ? [earlierFinding(entry)] : [])),
    notVerified: gone.flatMap(({ entry, reason }) =>
      reason === undefined ? [] : [{ ...earlierFinding(entry), reason }],
    ),
    cells: lostCells(now, earlier),
  };
}

/**
 * The report, with its comparison to an earlier report. With `failOn: 'new'`, the run does not fail because of
 * findings, error notes and unverified cells that the earlier report also has.
 */
export function comparedReport(now: Report, earlier: Report, options: ComparisonOptions): Report {
  const compared = { ...now, comparison: comparison(now, earlier, options) };
  const { footer } = compared;
  return footer === undefined || options.failOn === 'any'
    ? compared
    : { ...compared, footer: footerOfNew(compared, earlier, footer) };
}

/** The ids of the findings that the earlier report does not have, or has only on other matrix cells. */
export function newFindings({ comparison: compared }: Report): ReadonlySet<string> | undefined {
  return compared && new Set(compared.findings.filter(({ change }) => change !== 'known').map(({ id }) => id));
}

function footerOfNew(now: Report, earlier: Report, footer: FooterEntry): FooterEntry {
  if (footer.interrupted) return footer;
  const fresh = newFindings(now) ?? new Set();
  const failed = now.findings.some(({ disposition, finding }) => disposition === 'open' && fresh.has(finding.id));
  const known = new Set(earlier.notes.map(noteText));
  const isUnverified =
    now.notes.some((note) => note.severity === 'error' && !known.has(noteText(note))) || newlyUnverified(now, earlier);
  const verdict = failed ? 'fail' : isUnverified ? 'inconclusive' : 'pass';
  return { ...footer, verdict, exitCode: failed ? 1 : isUnverified ? 2 : 0 };
}

function noteText({ code, message }: Report['notes'][number]): string {
  return `${code} ${message}`;
}

/** True if a matrix cell is not verified in this run, although the earlier report verified it. */
function newlyUnverified({ cells }: Report, earlier: Report): boolean {
  const before = byCell(earlier.cells);
  return cells.some((cell) => !isVerified(cell) && isVerified(before.get(cellName(cell)) ?? NEW_CELL));
}

const NEW_CELL = { verdict: 'pass' } as const;

function changeOf({ finding }: FindingEntry, now: Report, earlier: Report): FindingChange {
  const { id, rule } = finding;
  const isKnown = [...earlier.findings, ...(earlier.unsteady ?? [])].some((entry) => entry.finding.id === id);
  // A finding without a backend comes from a phase that runs no cases.
  if (finding.backends.length === 0)
    return { id, change: isKnown ? 'known' : hasPhase(earlier, rule) ? 'regression' : 'new' };
  const before = byCell(earlier.cells);
  const held = cellsOf(finding, now).filter((cell) => {
    const known = before.get(cellName(cell));
    return (
      known !== undefined &&
      !known.findings.includes(id) &&
      (isBroken(cell, rule) ? verifies(known, rule) : isVerified(known))
    );
  });
  if (held.length === 0) return { id, change: isKnown ? 'known' : 'new' };
  // If the earlier run verified the rule on a matrix cell without finding it broken, the finding is new for the users
  // of this cell. This is true even if the finding was known on other cells.
  return { id, change: 'regression', ...(isKnown && { further: held.map(comparedCell) }) };
}

/**
 * The matrix cells of a finding on which the rule of the finding is broken. If the finding is about session state,
 * other rules are broken instead, so no cell records the rule of the finding as broken. All cells of the finding are
 * then returned.
 */
function cellsOf({ id, rule }: Finding, { cells }: Report): readonly CellEntry[] {
  const own = cells.filter(({ findings }) => findings.includes(id));
  const broken = own.filter((cell) => isBroken(cell, rule));
  return broken.length === 0 ? own : broken;
}

function isBroken({ broken = {} }: CellEntry, rule: string): boolean {
  return (broken[rule] ?? 0) > 0;
}

/** The reason why this run could not have shown a finding of the earlier report. `undefined` if it could have. */
function unverifiedReason({ finding }: FindingEntry, now: Report, earlier: Report): string | undefined {
  const { id, rule } = finding;
  if (now.footer === undefined || now.footer.interrupted) return 'the run was interrupted';
  if (now.unsteady?.some((entry) => entry.finding.id === id) === true)
    return 'the finding did not occur in every attempt';
  if (finding.backends.length === 0) {
    if (PROBED_RULES.some((probed) => probed.id === rule))
      return 'only a probe of the tool servers can show this finding';
    return hasPhase(now, rule) ? undefined : `the phase ${phaseOf(rule)} did not run`;
  }
  const present = byCell(now.cells);
  for (const cell of cellsOf(finding, earlier)) {
    const current = present.get(cellName(cell));
    if (current === undefined) return `${cellWords(cell)} was not checked`;
    if (!isVerified(current)) return `${cellWords(cell)} is not verified: ${current.reason ?? current.verdict}`;
    if (isBroken(cell, rule) && !verifies(current, rule)) return `${rule} was not verified on ${cellWords(cell)}`;
  }
  return missingCases(finding, now.header, earlier.header);
}

/**
 * The reason why this run lacked the cases that showed the finding in the earlier run. `undefined` if it had them.
 * Other cases may have verified the same rule, but they need not show the fault.
 */
function missingCases({ counterexample }: Finding, now: HeaderEntry, earlier: HeaderEntry): string | undefined {
  const kind = counterexample?.provenance.kind;
  const phase = kind && PHASE[kind];
  if (phase === undefined || !earlier.phases.includes(phase)) return undefined;
  if (!now.phases.includes(phase)) return `the phase ${phase} did not run`;
  const isGenerated = kind === 'valid' || kind === 'invalid';
  const isQuick = now.sampling === 'quick' && earlier.sampling !== 'quick';
  const isFewer = isGenerated ? isQuick || now.runs < earlier.runs : isQuick && kind === 'boundary';
  return isFewer ? `the phase ${phase} ran with fewer cases` : undefined;
}

/** For each kind of case, the phase that makes it. Cases of the other kinds are made in every run. */
const PHASE: Readonly<Partial<Record<Case['provenance']['kind'], string>>> = {
  example: 'examples',
  boundary: 'boundary',
  valid: 'valid',
  invalid: 'invalid',
  gate: 'gates',
  sequence: 'sequences',
  response: 'responses',
  stream: 'streams',
  fault: 'faults',
};

/**
 * The matrix cells that the earlier run verified and this run did not. Cells that this run was not asked to check are
 * left out.
 */
function lostCells(now: Report, earlier: Report): readonly ComparedCell[] {
  const present = byCell(now.cells);
  const { shard: _, budgetMs: __, ...selections } = now.header.scope ?? {};
  const isNarrowed = Object.keys(selections).length > 0;
  return earlier.cells
    .filter((cell) => {
      const current = present.get(cellName(cell));
      return isVerified(cell) && (current === undefined ? !isNarrowed : !isVerified(current));
    })
    .map(comparedCell);
}

/** True if nothing prevented the check of the matrix cell. The check itself may have passed or failed. */
function isVerified({ verdict, reason }: Pick<CellEntry, 'verdict' | 'reason'>): boolean {
  return verdict === 'pass' || (verdict === 'fail' && reason === undefined);
}

/** True if the rule was verified on the matrix cell at least once, or was broken. */
function verifies({ verified, broken = {}, unverified = [] }: CellEntry, rule: string): boolean {
  return !unverified.includes(rule) && (verified[rule] ?? 0) + (broken[rule] ?? 0) > 0;
}

const STATIC_FAMILIES: ReadonlySet<string> = new Set(['inventory', 'freshness', 'registry']);

/** The phase that checks a rule, for rules that need no cases. A rule with an unknown prefix is a lint rule. */
function phaseOf(rule: string): string {
  const [family = ''] = rule.split('/');
  return STATIC_FAMILIES.has(family) ? family : 'lint';
}

function hasPhase({ header: { phases } }: Report, rule: string): boolean {
  return phases.includes(phaseOf(rule));
}

function byCell(cells: readonly CellEntry[]): ReadonlyMap<string, CellEntry> {
  return new Map(cells.map((cell) => [cellName(cell), cell]));
}

function cellName({ group, surface, backend }: ComparedCell): string {
  return JSON.stringify([group, surface, backend]);
}

function comparedCell({ group, operation, surface, backend }: ComparedCell): ComparedCell {
  return { group, operation, surface, backend };
}

/** Names a matrix cell, for example `createItem on cli (reference)`. */
export function cellWords({ operation, surface, backend }: ComparedCell): string {
  return `${operation} on ${surface} (${backend})`;
}

function earlierFinding({ finding: { id, rule, message, surfaces, operations } }: FindingEntry): EarlierFinding {
  return { id, rule, message, surfaces, operations };
}
