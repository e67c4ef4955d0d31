import { hasColours } from '../output/terminal-features.js';
import { ParityError } from '../../../contract/parity-error.js';
import { ALL_RULES } from '../../../rules/catalogue/all-rules.js';
import { TOLERANCES, type Tolerance } from '../../../rules/values/tolerances.js';
import { wrapText } from '../../../reports/text/display-width.js';
import { type Field, INDENT, fieldLines } from '../../../reports/terminal/fields.js';
import { paint } from '../../../reports/terminal/paint.js';
import { SEVERITY_WORD } from '../../../reports/view/words/words.js';
import type { RuleStatement } from '../../../rules/rule.js';
import { nameOneOf } from '../../configuration/name-one-of.js';
import { entry, wrapped } from '../output/wrapped.js';

/** `parity explain`: prints one rule or tolerance in full, or lists all of them, one line each. */
export function explainCommand(id: string | undefined): void {
  if (id === undefined) return void process.stdout.write(listed());
  process.stdout.write(explanation(id, process.stdout.columns || 100));
}

function listed(): string {
  const width = Math.max(
    ...[...ALL_RULES.map((rule) => rule.id), ...TOLERANCES.map(({ name }) => name)].map((name) => name.length),
  );
  const line = (name: string, meaning: string): string => entry(name, meaning, width, process.stdout);
  const rules = ALL_RULES.map((rule) => line(rule.id, rule.statement));
  return `${rules.join('')}\ntolerances\n${TOLERANCES.map(({ name, permits }) => line(name, permits)).join('')}`;
}

function explanation(id: string, width: number): string {
  if (id.startsWith('oas/')) return wrapped(ofSpectral(id), process.stdout);
  const tolerance = TOLERANCES.find(({ name }) => name === id);
  if (tolerance !== undefined) return wrapped(ofTolerance(tolerance), process.stdout);
  const rule = ALL_RULES.find((candidate) => candidate.id === id);
  if (rule === undefined) {
    const ids = [...ALL_RULES.map((candidate) => candidate.id), ...TOLERANCES.map(({ name }) => name)];
    throw new ParityError(
      'rule-unknown',
      `there is no rule \`${id}\``,
      `${nameOneOf(id, ids)} \`parity explain\` lists all rules.`,
    );
  }
  return `${ruleLines(rule, width).join('\n')}\n`;
}

function ofTolerance({ name, permits, not, source }: Tolerance): string {
  return `${name} (tolerance)\n\n${permits}\n\nStill a finding: ${not}\nSource: ${source}\n`;
}

/**
 * The output lines for a rule. They have the labels and the layout of a finding, so that a reader can compare the rule
 * with its findings.
 */
function ruleLines(rule: RuleStatement, width: number): readonly string[] {
  const style = paint(hasColours(process.stdout));
  const backends = 'backends' in rule && rule.backends instanceof Set ? [...rule.backends].join(', ') : undefined;
  const fields: readonly Field[] = [
    ['repair', 'text', rule.repair],
    ['rule’s source', 'text', rule.source],
    ...(backends === undefined ? [] : ([['holds on', 'text', backends]] as const)),
    ...(rule.details === undefined ? [] : ([['in detail', 'sentences', rule.details]] as const)),
  ];
  return [
    `${SEVERITY_WORD[rule.severity]} ${rule.id}`,
    ...wrapText(rule.statement, width - INDENT.length).map((line) => INDENT + style.bold(line)),
    ...fields.flatMap((field) => fieldLines(field, style, width)),
  ];
}

/** The output lines for a rule of Spectral, with the URL of its documentation. */
function ofSpectral(id: string): string {
  return `${id}\n\nThe rule \`${id.slice('oas/'.length)}\` of Spectral's ruleset for OpenAPI; its documentation defines what it requires.\n`;
}
