import { DISPOSITION_WORD } from '../view/words/words.js';
import { proofLines } from '../calls/call-lines.js';
import { findingTextLines } from '../view/words/finding-text.js';
import { printableText } from '../text/printable.js';
import type { CellEntry, FindingEntry, Report } from '../report.js';
import { counted } from '../text/amounts.js';
import { unsteadySentences, unsteadyTitle } from '../view/words/unsteady-words.js';

export interface JunitTest {
  readonly className: string;
  readonly name: string;
  readonly result: 'passed' | 'failure' | 'error' | 'skipped';
  /** The rule that failed, or the verdict, as the type of a failure in JUnit. */
  readonly type: string;
  readonly message: string;
  readonly lines: readonly string[];
  /** The calls that show the finding, for the output of the test. */
  readonly output?: readonly string[];
  /**
   * The time of this test in seconds: an equal share of the time of its matrix cell. All tests of a cell are based on
   * the same calls.
   */
  readonly seconds?: number;
}

/**
 * Returns a function for the tests of one matrix cell (an operation group on one surface and backend). There is one
 * test for each rule. If a finding makes several tests fail, only the first of them shows the whole finding. Later
 * tests refer to it by its id.
 */
export function cellTests(report: Report): (cell: CellEntry) => readonly JunitTest[] {
  const findings = new Map(report.findings.map((entry) => [entry.finding.id, entry]));
  const reported = new Map<string, string>();
  const times = new Map((report.footer?.times ?? []).map((time) => [timeKey(time), time.durationMs]));
  return (cell) => {
    const durationMs = times.get(timeKey(cell));
    const tests = testsOf(cell);
    return durationMs === undefined
      ? tests
      : tests.map((each) => ({ ...each, seconds: durationMs / 1000 / tests.length }));
  };

  function testsOf(cell: CellEntry): readonly JunitTest[] {
    const className = `${cell.surface}.${cell.backend}.${cell.group}`;
    const concerned = cell.findings.map((id) => findings.get(id)).filter((entry) => entry !== undefined);
    const verified = Object.entries(cell.verified)
      .filter(([, trials]) => trials > 0)
      .map(([rule]) => rule);
    const rules = [...new Set([...verified, ...concerned.map(({ finding }) => finding.rule)])].toSorted();
    const tests = rules.map((rule) =>
      ruleTest(
        className,
        rule,
        concerned.filter(({ finding }) => finding.rule === rule),
        reported,
      ),
    );
    const verdict = verdictTest(className, cell, tests.length === 0);
    return verdict === undefined ? tests : [...tests, verdict];
  }
}

function timeKey({ surface, backend, operation }: Pick<CellEntry, 'surface' | 'backend' | 'operation'>): string {
  return `${surface} ${backend} ${operation}`;
}

/**
 * Tests that belong to no matrix cell: findings about the contract or a whole surface, unsteady entries, error notes,
 * and an interruption.
 */
export function reportTests(report: Report): readonly JunitTest[] {
  const inCells = new Set(report.cells.flatMap(({ findings }) => findings));
  const reported = new Map<string, string>();
  const findings = report.findings
    .filter(({ finding }) => !inCells.has(finding.id))
    .map((entry) =>
      ruleTest(
        entry.finding.surfaces.join(' ') || 'contract',
        `${entry.finding.rule} ${entry.finding.id}`,
        [entry],
        reported,
      ),
    );
  const errors = report.notes
    .filter(({ severity }) => severity === 'error')
    .map(({ surface = 'run', code, message: text, repair }) =>
      test(surface, code, 'error', code, text, repair === undefined ? [] : [`repair: ${repair}`]),
    );
  const unsteady = (report.unsteady ?? []).map((entry) =>
    test(
      entry.finding.surfaces.join(' ') || 'contract',
      `${entry.finding.rule} ${entry.finding.id}`,
      'skipped',
      'unsteady',
      unsteadyTitle(entry),
      [...unsteadySentences(entry)],
    ),
  );
  const interrupted = report.footer === undefined || report.footer.interrupted;
  const message = 'The run was interrupted: this report contains only the results up to the interruption.';
  return [
    ...findings,
    ...unsteady,
    ...errors,
    ...(interrupted ? [test('run', 'interrupted', 'error', 'interrupted', message, [])] : []),
  ];
}

function ruleTest(
  className: string,
  name: string,
  entries: readonly FindingEntry[],
  reported: Map<string, string>,
): JunitTest {
  const [first] = entries;
  if (first === undefined) return test(className, name, 'passed', '', '', []);
  const regression = entries.find(({ disposition }) => disposition === 'open');
  const unreported = entries.filter(({ finding }) => !reported.has(finding.id));
  const lines = entries.flatMap((entry) => linesOf(entry, className, reported));
  const output = unreported.flatMap(({ finding: { id, proof } }) =>
    proof === undefined ? [] : [`finding ${id}`, ...proofLines(proof)],
  );
  const shown = regression ?? first;
  const others = entries.length > 1 ? ` (and ${counted(entries.length - 1, 'more finding')})` : '';
  const message = `${regression === undefined ? `${DISPOSITION_WORD[first.disposition]}: ` : ''}${shown.finding.message}${others}`;
  return {
    ...test(className, name, regression === undefined ? 'skipped' : 'failure', shown.finding.rule, message, lines),
    output,
  };
}

/**
 * The lines that describe a finding. The whole finding is shown only the first time, because a fault on every surface
 * and operation would otherwise be repeated thousands of times.
 */
function linesOf(entry: FindingEntry, className: string, reported: Map<string, string>): readonly string[] {
  const { id, repair } = entry.finding;
  const earlier = reported.get(id);
  if (earlier !== undefined)
    return [`finding ${id}, shown in full at ${printableText(earlier, 300)}`, `repair: ${printableText(repair)}`];
  reported.set(id, className);
  return [`finding ${id}`, ...findingTextLines(entry)];
}

/**
 * The test for the verdict of a matrix cell. If the cell could not be verified, the test is an error. `undefined` if
 * the verdict needs no test of its own.
 */
function verdictTest(className: string, cell: CellEntry, empty: boolean): JunitTest | undefined {
  const { verdict } = cell;
  const reason = cell.reason ?? verdict;
  // A verdict that is inconclusive only because of unsteady entries does not fail the run.
  if (verdict === 'inconclusive' && cell.reason === undefined)
    return test(className, 'verdict', 'skipped', 'unsteady', 'unsteady', []);
  if (verdict === 'inconclusive' || verdict === 'error')
    return test(className, 'verdict', 'error', verdict, reason, []);
  if (verdict === 'fail' && cell.reason !== undefined)
    return test(className, 'verdict', 'error', 'inconclusive', reason, []);
  if (verdict === 'inapplicable') return test(className, 'verdict', 'skipped', verdict, reason, []);
  return empty ? test(className, 'verdict', 'skipped', verdict, 'no rule was verified', []) : undefined;
}

function test(
  className: string,
  name: string,
  result: JunitTest['result'],
  type: string,
  message: string,
  lines: readonly string[],
): JunitTest {
  return { className, name, result, type, message, lines };
}
