import { ParityError } from '../../contract/parity-error.js';
import { ALL_RULES } from '../../rules/catalogue.js';
import { nameOneOf } from '../configuration/name-one-of.js';
import { entry, wrapped } from './wrapped.js';

/** `parity explain`: a rule in full, or all of them in a line each. */
export function explainCommand(id: string | undefined): void {
  if (id === undefined) {
    const width = Math.max(...ALL_RULES.map((rule) => rule.id.length));
    for (const rule of ALL_RULES) process.stdout.write(entry(rule.id, rule.statement, width, process.stdout));
    return;
  }
  if (id.startsWith('oas/')) return void process.stdout.write(wrapped(ofSpectral(id), process.stdout));
  const rule = ALL_RULES.find((candidate) => candidate.id === id);
  if (rule === undefined) {
    const ids = ALL_RULES.map((candidate) => candidate.id);
    throw new ParityError('rule-unknown', `there is no rule \`${id}\``, `${nameOneOf(id, ids)} \`parity explain\` lists them.`);
  }
  const told = `${rule.id} (${rule.severity})\n\n${rule.statement}\n\nSource: ${rule.source}\nRepair: ${rule.repair}\n`;
  process.stdout.write(wrapped(told, process.stdout));
  if ('backends' in rule) process.stdout.write(`Holds on: ${[...rule.backends].join(', ')}\n`);
}

/** Those rules are Spectral's to explain. */
function ofSpectral(id: string): string {
  return `${id}\n\nThe rule \`${id.slice('oas/'.length)}\` of Spectral's ruleset for OpenAPI; its documentation says what the rule demands.\n`;
}
