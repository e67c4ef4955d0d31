import { ALL_RULES } from '../../rules/catalogue/all-rules.js';
import type { RuleStatement, TrialRule } from '../../rules/rule.js';
import { SEVERITY_WORD } from '../../reports/view/words/words.js';
import { generatedFrom } from './markdown.js';

/**
 * The families in the order of the phases. A rule of a family that is not listed is an error, because the page would
 * not contain the rule.
 */
const FAMILIES: Readonly<Record<string, string>> = {
  contract: 'Rules for the contract itself. They run in the phase `lint`, with the rules `oas/*` of Spectral.',
  inventory: 'Rules for the operations that a surface offers at run time.',
  freshness: 'Rules for generated code, which must match the contract.',
  registry: 'Rules for the registry of [tool servers](tool-servers.md).',
  conformance: 'Rules that compare one surface, or the service, with the contract.',
  parity: 'Rules that compare a surface with the other surfaces, and with the request that the contract defines.',
  stream: 'Rules for streams of events (`text/event-stream`).',
  state: 'Rules for the data that the service stores, and for the effects of one call on later calls.',
  versions: 'Rules for surfaces and a service of different [versions](versions.md).',
};

/** `docs/rules.md`: every rule of the catalogue, by family. */
export function rulesPage(): string {
  const unknown = ALL_RULES.filter(({ id }) => !Object.hasOwn(FAMILIES, familyOf(id)));
  if (unknown.length > 0)
    throw new Error(`FAMILIES lacks the family of ${unknown.map(({ id }) => id).join(', ')}; add the family`);
  return `${[
    generatedFrom('rules/catalogue/'),
    '# Rules',
    'Each rule states one requirement, the norm that it comes from, and the fix for a violation. A violation of a MUST or a SHOULD is a ' +
      "finding; in the family `contract`, a SHOULD fails the run only with `lint: 'strict'` ([configuration](configuration.md)). " +
      '`npx contract-parity explain` lists the rules, and `npx contract-parity explain parity/same-request` prints one of them.',
    ...Object.entries(FAMILIES).flatMap(([family, meaning]) => familySection(family, meaning)),
  ].join('\n\n')}\n`;
}

function familySection(family: string, meaning: string): readonly string[] {
  const rules = ALL_RULES.filter(({ id }) => familyOf(id) === family);
  return [`## ${family}`, meaning, ...rules.map(ruleSection)];
}

function ruleSection(rule: RuleStatement | TrialRule): string {
  const backends = 'backends' in rule ? [`- Backends: ${[...rule.backends].join(', ')}`] : [];
  return [
    `### ${rule.id}\n\n${rule.statement}\n`,
    `- Level: ${SEVERITY_WORD[rule.severity]}`,
    ...backends,
    `- Source: ${rule.source}`,
    `- Fix: ${rule.repair}`,
    ...(rule.details === undefined ? [] : ['\nIn detail:\n', ...rule.details.map((detail) => `- ${detail}`)]),
  ].join('\n');
}

function familyOf(id: string): string {
  return id.split('/')[0] ?? '';
}
