import type { ToolServer } from '../../contract/manifests/tool-server.js';
import type { NoteEntry } from '../../reports/report.js';
import { counted } from '../../reports/text/amounts.js';
import { PROBE_RULES } from '../../rules/registry/catalogue.js';
import type { ProbedServer } from '../../rules/registry/probed-server.js';
import { staticFinding } from '../engine/entries/findings.js';
import type { StaticResult } from '../engine/phases/static-result.js';
import { type Probe, type ProbeOptions, probeServer } from './probe-server.js';

export interface ProbeResult extends StaticResult {
  /** The names of the servers whose tools were listed. */
  readonly probed: readonly string[];
}

/** The number of servers that are probed concurrently. Each server is a process, often started by a package runner. */
const AT_ONCE = 2;

/**
 * Starts or contacts every server, and judges the tools that it registers. Adds a note with the result of each probe.
 */
export async function probeRegistry(servers: readonly ToolServer[], options: ProbeOptions): Promise<ProbeResult> {
  const probes = new Map<ToolServer, Probe>();
  const waiting = servers.values();
  const work = async (): Promise<void> => {
    for (const server of waiting) probes.set(server, await probeServer(server, options));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // The results are sorted in the order of the registry, because probes end in any order.
  const results = servers.flatMap((server) => {
    const probe = probes.get(server);
    return probe === undefined ? [] : [resultOf(server, probe)];
  });
  return {
    findings: results.flatMap(({ findings }) => findings),
    notes: results.flatMap(({ notes }) => notes),
    probed: results.flatMap(({ probed }) => probed),
  };
}

function resultOf(server: ToolServer, probe: Probe): ProbeResult {
  const note = { kind: 'note', surface: server.name, location: server.places.name } as const;
  if (probe.kind === 'obstacle') {
    const message = `The tools of ${server.name} could not be listed: ${probe.why}.`;
    const { repair } = probe;
    return {
      findings: [],
      notes: [{ ...note, severity: 'error', code: 'probe-inconclusive', message, repair }],
      probed: [],
    };
  }
  const { probed } = probe;
  const findings = PROBE_RULES.flatMap((rule) =>
    rule.check(probed).map((violation) => staticFinding(rule, violation, [])),
  );
  const result: NoteEntry = { ...note, severity: 'info', code: 'registry-probed', message: probedWords(probed) };
  return { findings, notes: [result], probed: [server.name] };
}

function probedWords({ server, minimal, capable, advertised }: ProbedServer): string {
  const published =
    advertised === undefined
      ? 'the server publishes no description of its tools'
      : `${advertised.file} advertises ${advertised.count}`;
  if (minimal.kind !== 'listed' || capable.kind !== 'listed')
    return `The list of tools of ${server.name} does not end; ${published}.`;
  const more =
    capable.names.length === minimal.names.length
      ? ''
      : `, and ${capable.names.length} for a client with sampling, elicitation and roots`;
  return `${server.name} registers ${counted(minimal.names.length, 'tool')}${more}; ${published}.`;
}
