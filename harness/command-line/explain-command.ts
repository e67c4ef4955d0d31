import { ParityError } from '../../contract/parity-error.js';
import { ALL_RULES } from '../../rules/catalogue.js';

/** `parity explain`: a rule in full, or all of them in a line each. */
export function explainCommand(id: string | undefined): void {
  if (id === undefined) {
    const width = Math.max(...ALL_RULES.map((rule) => rule.id.length));
    for (const rule of ALL_RULES) process.stdout.write(`${rule.id.padEnd(width)}  ${rule.statement}\n`);
    return;
  }
  const rule = ALL_RULES.find((candidate) => candidate.id === id);
  if (rule === undefined) throw new ParityError('rule-unknown', `there is no rule \`${id}\``, 'List them with `parity explain`.');
  process.stdout.write(`${rule.id} (${rule.severity})\n\n${rule.statement}\n\nSource: ${rule.source}\nRepair: ${rule.repair}\n`);
  if ('backends' in rule) process.stdout.write(`Holds on: ${[...rule.backends].join(', ')}\n`);
}
