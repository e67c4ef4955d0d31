import { ParityError } from '../../contract/parity-error.js';
import { ALL_RULES } from '../../rules/catalogue.js';
import { TOLERANCES, type Tolerance } from '../../rules/tolerances.js';
import { nameOneOf } from '../configuration/name-one-of.js';
import { entry, wrapped } from './wrapped.js';

/** `parity explain`: a rule or a tolerance in full, or all of them in a line each. */
export function explainCommand(id: string | undefined): void {
  if (id === undefined) return void process.stdout.write(listed());
  process.stdout.write(wrapped(explanation(id), process.stdout));
}

function listed(): string {
  const width = Math.max(...[...ALL_RULES.map((rule) => rule.id), ...TOLERANCES.map(({ name }) => name)].map((name) => name.length));
  const line = (name: string, meaning: string): string => entry(name, meaning, width, process.stdout);
  const rules = ALL_RULES.map((rule) => line(rule.id, rule.statement));
  return `${rules.join('')}\ntolerances\n${TOLERANCES.map(({ name, permits }) => line(name, permits)).join('')}`;
}

function explanation(id: string): string {
  if (id.startsWith('oas/')) return ofSpectral(id);
  const tolerance = TOLERANCES.find(({ name }) => name === id);
  if (tolerance !== undefined) return ofTolerance(tolerance);
  const rule = ALL_RULES.find((candidate) => candidate.id === id);
  if (rule === undefined) {
    const ids = [...ALL_RULES.map((candidate) => candidate.id), ...TOLERANCES.map(({ name }) => name)];
    throw new ParityError('rule-unknown', `there is no rule \`${id}\``, `${nameOneOf(id, ids)} \`parity explain\` lists them.`);
  }
  const backends = 'backends' in rule ? `Holds on: ${[...rule.backends].join(', ')}\n` : '';
  return `${rule.id} (${rule.severity})\n\n${rule.statement}\n\nSource: ${rule.source}\nRepair: ${rule.repair}\n${backends}`;
}

function ofTolerance({ name, permits, not, source }: Tolerance): string {
  return `${name} (tolerance)\n\n${permits}\n\nStill a finding: ${not}\nSource: ${source}\n`;
}

/** Those rules are Spectral's to explain. */
function ofSpectral(id: string): string {
  return `${id}\n\nThe rule \`${id.slice('oas/'.length)}\` of Spectral's ruleset for OpenAPI; its documentation describes the rule.\n`;
}
