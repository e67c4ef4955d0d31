import { ParityError } from '../../contract/parity-error.js';
import type { ToolServer } from '../../contract/manifests/tool-server.js';
import type { Finding } from '../../rules/finding.js';
import { CONSOLE_COMMAND, checkConsoleCommands } from '../../rules/registry/console-command.js';
import { REGISTRY_RULES } from '../../rules/registry/catalogue.js';
import { pinned } from '../../rules/registry/registry-rule.js';
import type { CheckOptions } from '../engine/options/check-options.js';
import { staticFinding } from '../engine/entries/findings.js';
import type { Run } from '../engine/options/run.js';
import { offeredCommands } from './offered-commands.js';
import type { ProbeResult } from './probe-registry.js';

/** Checks the registry file and the console commands offline. On request, also probes the servers and packages. */
export async function registryPhase(run: Run): Promise<ProbeResult> {
  const { servers } = run.declared;
  const commands = checkConsoleCommands(offeredCommands(run)).map(({ violation, operations }) =>
    staticFinding(CONSOLE_COMMAND, violation, operations),
  );
  const written =
    servers === undefined ? withoutRegistry(run.options, run.loaded.file) : found(registryFindings(servers));
  const probed =
    run.options.probe === undefined || servers === undefined ? [] : await probeAll(run, servers, run.options.probe);
  const parts = [written, found(commands), ...probed];
  return {
    findings: parts.flatMap(({ findings }) => findings),
    notes: parts.flatMap(({ notes }) => notes),
    probed: parts.flatMap((part) => part.probed),
  };
}

function found(findings: readonly Finding[]): ProbeResult {
  return { findings, notes: [], probed: [] };
}

/** Probes the servers. Also probes packages with console commands, unless the request names certain servers. */
async function probeAll(
  run: Run,
  servers: readonly ToolServer[],
  options: NonNullable<CheckOptions['probe']>,
): Promise<readonly ProbeResult[]> {
  const chosen = chosenServers(servers, options.servers);
  const { probeRegistry } = await import('./probe-registry.js');
  const probed = await probeRegistry(chosen, {
    online: options.online,
    root: run.loaded.root,
    stop: run.options.signal,
  });
  if (options.servers.length > 0) return [probed];
  const { probeCommands } = await import('./probe-commands.js');
  return [probed, await probeCommands(run)];
}

/**
 * The result if there is no registry. It is an error if the user requested only this phase or a probe, because then
 * nothing was verified.
 */
function withoutRegistry({ phases, probe }: CheckOptions, file: string): ProbeResult {
  if (phases.length > 1 && probe === undefined) return { findings: [], notes: [], probed: [] };
  const repair = "Name the registry's file in the configuration: `registry: 'contract/tool-servers.yaml'`.";
  const message = `${file} names no registry of tool servers.`;
  return {
    findings: [],
    notes: [{ kind: 'note', severity: 'error', code: 'registry-missing', message, repair }],
    probed: [],
  };
}

function registryFindings(servers: readonly ToolServer[]): readonly Finding[] {
  const entries = pinned(servers);
  return REGISTRY_RULES.flatMap((rule) => rule.check(entries).map((violation) => staticFinding(rule, violation, [])));
}

function chosenServers(servers: readonly ToolServer[], named: readonly string[]): readonly ToolServer[] {
  const unknown = named.find((name) => !servers.some((server) => server.name === name));
  if (unknown !== undefined) {
    const repair = `Name one of: ${servers.map(({ name }) => name).join(', ')}.`;
    throw new ParityError('server-unknown', `the registry has no tool server \`${unknown}\``, repair);
  }
  return servers.filter(({ name }) => named.length === 0 || named.includes(name));
}
