import { ALL_RULES } from '../../rules/catalogue/all-rules.js';
import type { RuleStatement, TrialRule } from '../../rules/rule.js';
import { SEVERITY_WORD } from '../../reports/view/words/words.js';
import { generatedFrom } from './markdown.js';

/**
 * The families in the order of the phases. A rule of a family that is not listed is an error, because the page would
 * not contain the rule.
 */
const FAMILIES: Readonly<Record<string, string>> = {
  contract: 'The contract itself. These rules run in the phase `lint`, with the rules `oas/*` of Spectral.',
  inventory: 'What a surface offers at run time.',
  freshness: 'Whether generated code matches the contract.',
  registry: 'The registry of tool servers: see [tool servers](tool-servers.md).',
  conformance: 'One surface or the service against the contract.',
  parity: 'A surface against the other surfaces, and against the request that the contract defines.',
  stream: 'Streams of events (`text/event-stream`).',
  state: 'What the service stores, and what one call changes for the next.',
  versions: 'Surfaces of one version with the service of another: see [versions](versions.md).',
};

/** `docs/rules.md`: every rule of the catalogue, by family. */
export function rulesPage(): string {
  const unknown = ALL_RULES.filter(({ id }) => !Object.hasOwn(FAMILIES, familyOf(id)));
  if (unknown.length > 0)
    throw new Error(`no family for ${unknown.map(({ id }) => id).join(', ')}: add it to FAMILIES`);
  return `${[
    generatedFrom('rules/catalogue/'),
    '# Rules',
    'Each rule states one requirement, the norm that it comes from, and the fix for a violation. A violation of a MUST or a SHOULD is a ' +
      "finding; in the family `contract`, a SHOULD fails the run only with `lint: 'strict'` ([configuration](configuration.md)). " +
      '`npx parity explain` lists the rules, and `npx parity explain parity/same-request` prints one of them.',
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
  ].join('\n');
}

function familyOf(id: string): string {
  return id.split('/')[0] ?? '';
}
