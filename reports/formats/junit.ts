import { cellTests, type JunitTest, reportTests } from './junit-tests.js';
import { printableText } from '../text/printable.js';
import type { CellEntry, Report } from '../report.js';
import { xmlAttribute, xmlText } from '../text/xml-text.js';
import { scopeClauses } from '../view/words/scope-words.js';

/**
 * `junit.xml`: a suite for each surface and backend. It has a test for each rule that was verified for an operation
 * group. One more suite contains the tests that belong to no surface.
 */
export function renderJunit(report: Report): string {
  const suites = reportSuites(report);
  const scope = scopeClauses(report).join('; ');
  const body = suites.map(([name, tests]) => suite(name, tests, scope)).join('');
  const all = suites.flatMap(([, tests]) => tests);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="contract parity"${counts(all)}>\n${body}</testsuites>\n`;
}

type Suite = readonly [name: string, tests: readonly JunitTest[]];

function reportSuites(report: Report): readonly Suite[] {
  const bySuite = new Map<string, CellEntry[]>();
  for (const cell of report.cells) {
    const name = `${cell.surface} on ${cell.backend}`;
    const cells = bySuite.get(name) ?? [];
    cells.push(cell);
    bySuite.set(name, cells);
  }
  const tests = cellTests(report);
  const suites = [...bySuite].map(([name, cells]): Suite => [name, cells.flatMap(tests)]);
  const others = reportTests(report);
  return others.length === 0 ? suites : [...suites, ['run', others]];
}

function suite(name: string, tests: readonly JunitTest[], scope: string): string {
  const left = xmlAttribute(printableText(scope, 1000));
  const properties =
    scope === '' ? '' : `    <properties>\n      <property name="scope" value="${left}"/>\n    </properties>\n`;
  return `  <testsuite name="${xmlAttribute(printableText(name, 300))}"${counts(tests)}>\n${properties}${tests.map(testCase).join('')}  </testsuite>\n`;
}

function counts(tests: readonly JunitTest[]): string {
  const count = (result: JunitTest['result']): number => tests.filter((test) => test.result === result).length;
  return ` tests="${tests.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"${time(tests)}`;
}

/**
 * The attribute `time` with the seconds of all tests. Empty if no times were measured: the run was interrupted, or an
 * earlier version of this tool wrote the report.
 */
function time(tests: readonly JunitTest[]): string {
  const measured = tests.flatMap(({ seconds }) => seconds ?? []);
  return measured.length === 0 ? '' : ` time="${measured.reduce((sum, each) => sum + each, 0).toFixed(3)}"`;
}

function testCase(test: JunitTest): string {
  const { className, name, result, type, message, lines, output = [] } = test;
  const open = `    <testcase classname="${xmlAttribute(printableText(className, 300))}" name="${xmlAttribute(printableText(name, 300))}"${time([test])}`;
  if (result === 'passed') return `${open}/>\n`;
  const what = `${result}${result === 'skipped' ? '' : ` type="${xmlAttribute(printableText(type, 200))}"`}`;
  const text = lines.length === 0 ? '' : `\n${xmlText(lines.join('\n'))}\n`;
  return `${open}>\n      <${what} message="${xmlAttribute(printableText(message, 500))}">${text}</${result}>\n${systemOut(output)}    </testcase>\n`;
}

/** The output of a test in JUnit, which CI systems show beside the failure. */
function systemOut(output: readonly string[]): string {
  return output.length === 0 ? '' : `      <system-out>\n${xmlText(output.join('\n'))}\n</system-out>\n`;
}
