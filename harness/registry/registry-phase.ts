import type { ToolServer } from '../../contract/tool-server.js';
import type { Finding } from '../../rules/finding.js';
import { REGISTRY_RULES } from '../../rules/registry/catalogue.js';
import { pinned } from '../../rules/registry/registry-rule.js';
import { staticFinding } from '../engine/findings.js';
import type { Run } from '../engine/run.js';
import type { StaticResult } from '../engine/static-phases.js';

/** The registry as it is written, judged without starting anything. */
export function registryPhase({ declared: { servers }, options, loaded }: Run): StaticResult {
  if (servers !== undefined) return { findings: registryFindings(servers), notes: [] };
  // Whoever asks for this phase alone and has no registry has verified nothing.
  if (options.phases.length > 1) return { findings: [], notes: [] };
  const repair = "Name its file in the configuration: `registry: 'contract/tool-servers.yaml'`.";
  const message = `${loaded.file} names no registry of tool servers.`;
  return { findings: [], notes: [{ kind: 'note', severity: 'error', code: 'registry-missing', message, repair }] };
}

export function registryFindings(servers: readonly ToolServer[]): readonly Finding[] {
  const entries = pinned(servers);
  return REGISTRY_RULES.flatMap((rule) => rule.check(entries).map((violation) => staticFinding(rule, violation, [])));
}
