import { type AdvertisedTools, type ProbedServer, type ProbeRule, serverViolation } from './probed-server.js';
import type { Violation } from '../finding.js';

/**
 * The published description of a tool server lists the tools that the server has. It must list every tool that a client
 * without capabilities sees, and no tool that no client sees. It may leave out tools that only clients with certain
 * capabilities see.
 */
export const advertisedTools: ProbeRule = {
  id: 'registry/advertised-tools',
  severity: 'must',
  statement: 'A tool server registers the same tools that its published description advertises.',
  source:
    'the published description of the server (server.json, publisher-provided metadata; MCPB manifest.json, tools); tools/list',
  repair: 'Make the server and its description agree, and pin the version of the server in which they agree.',
  check: (probed) => {
    const { minimal, capable, advertised } = probed;
    if (advertised === undefined || minimal.kind !== 'listed' || capable.kind !== 'listed') return [];
    const difference = differenceOf(advertised, new Set(minimal.names), new Set([...minimal.names, ...capable.names]));
    return difference === undefined
      ? []
      : [countViolation(probed, advertised, difference, minimal.names.length, capable.names.length)];
  },
};

interface Difference {
  readonly kind: string;
  /** Tools that the description lists, but that no client sees. */
  readonly unregistered: readonly string[];
  /** Tools that every client sees, but that the description does not list. */
  readonly unadvertised: readonly string[];
}

function differenceOf(
  advertised: AdvertisedTools,
  always: ReadonlySet<string>,
  all: ReadonlySet<string>,
): Difference | undefined {
  const { count, names, open } = advertised;
  if (names === undefined) {
    const within = open ? count <= all.size : count >= always.size && count <= all.size;
    return within ? undefined : { kind: 'count-differs', unregistered: [], unadvertised: [] };
  }
  const unregistered = names.filter((name) => !all.has(name));
  const unadvertised = open ? [] : [...always].filter((name) => !names.includes(name));
  if (unregistered.length + unadvertised.length === 0) return undefined;
  const kind =
    unregistered.length === 0 ? 'not-advertised' : unadvertised.length === 0 ? 'not-registered' : 'tools-differ';
  return { kind, unregistered, unadvertised };
}

function countViolation(
  probed: ProbedServer,
  { file, count }: AdvertisedTools,
  { kind, unregistered, unadvertised }: Difference,
  minimal: number,
  capable: number,
): Violation {
  const registered =
    minimal === capable ? `${minimal}` : `${minimal} (${capable} for a client with sampling, elicitation and roots)`;
  const clauses = [
    ...(unregistered.length === 0 ? [] : [`does not register ${unregistered.join(', ')}`]),
    ...(unadvertised.length === 0 ? [] : [`does not advertise ${unadvertised.join(', ')}`]),
  ];
  const names = clauses.length === 0 ? '' : `: it ${clauses.join(' and ')}`;
  return serverViolation(probed, {
    pointer: '/tools',
    kind,
    message: `${probed.server.name} advertises ${count} tools in ${file}, but registers ${registered}${names}.`,
    expected: { count, ...(unregistered.length > 0 && { only: unregistered }) },
    received: {
      count: minimal,
      ...(minimal !== capable && { capable }),
      ...(unadvertised.length > 0 && { only: unadvertised }),
    },
  });
}
