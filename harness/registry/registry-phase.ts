import { ParityError } from '../../contract/parity-error.js';
import type { ToolServer } from '../../contract/tool-server.js';
import type { Finding } from '../../rules/finding.js';
import { REGISTRY_RULES } from '../../rules/registry/catalogue.js';
import { pinned } from '../../rules/registry/registry-rule.js';
import type { CheckOptions } from '../engine/check-options.js';
import { staticFinding } from '../engine/findings.js';
import type { Run } from '../engine/run.js';
import { type ProbeResult, probeRegistry } from './probe-registry.js';

/** The registry as it is written, offline; and its servers as they are, where a probe is asked for. */
export async function registryPhase({ declared: { servers }, options, loaded }: Run): Promise<ProbeResult> {
  if (servers === undefined) return withoutRegistry(options, loaded.file);
  const written = registryFindings(servers);
  if (options.probe === undefined) return { findings: written, notes: [], probed: [] };
  const chosen = chosenServers(servers, options.probe.servers);
  const probed = await probeRegistry(chosen, { online: options.probe.online, root: loaded.root, stop: options.signal });
  return { ...probed, findings: [...written, ...probed.findings] };
}

/** Whoever asks for this phase alone and has no registry has verified nothing. */
function withoutRegistry({ phases, probe }: CheckOptions, file: string): ProbeResult {
  if (phases.length > 1 && probe === undefined) return { findings: [], notes: [], probed: [] };
  const repair = "Name its file in the configuration: `registry: 'contract/tool-servers.yaml'`.";
  const message = `${file} names no registry of tool servers.`;
  return { findings: [], notes: [{ kind: 'note', severity: 'error', code: 'registry-missing', message, repair }], probed: [] };
}

function registryFindings(servers: readonly ToolServer[]): readonly Finding[] {
  const entries = pinned(servers);
  return REGISTRY_RULES.flatMap((rule) => rule.check(entries).map((violation) => staticFinding(rule, violation, [])));
}

function chosenServers(servers: readonly ToolServer[], named: readonly string[]): readonly ToolServer[] {
  const unknown = named.find((name) => !servers.some((server) => server.name === name));
  if (unknown !== undefined) {
    const repair = `Name one of: ${servers.map(({ name }) => name).join(', ')}.`;
    throw new ParityError('server-unknown', `there is no tool server \`${unknown}\` in the registry`, repair);
  }
  return servers.filter(({ name }) => named.length === 0 || named.includes(name));
}
