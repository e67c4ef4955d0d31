import { type AdvertisedTools, type ProbedServer, type ProbeRule, serverViolation } from './probed-server.js';
import type { Violation } from '../finding.js';

/**
 * A description cannot know its readers: whatever a client sees that can do nothing has to be in it, and whatever is in it
 * some client has to see. Where all clients see the same, that is equality.
 */
export const advertisedTools: ProbeRule = {
  id: 'registry/advertised-tools',
  severity: 'must',
  statement: 'A tool server registers the tools that its own published description advertises: as many, and the same.',
  source: 'the published description of the server (server.json, publisher-provided metadata; MCPB manifest.json, tools); tools/list',
  repair: 'Have the server and its description say the same; pin the state in which they do.',
  check: (probed) => {
    const { plain, capable, advertised } = probed;
    if (advertised === undefined || plain.kind !== 'listed' || capable.kind !== 'listed') return [];
    const difference = differenceOf(advertised, new Set(plain.names), new Set([...plain.names, ...capable.names]));
    return difference === undefined ? [] : [told(probed, advertised, difference, plain.names.length, capable.names.length)];
  },
};

interface Difference {
  readonly kind: string;
  /** Named by the description, registered for nobody. */
  readonly gone: readonly string[];
  /** Registered for everybody, named nowhere. */
  readonly hidden: readonly string[];
}

function differenceOf(advertised: AdvertisedTools, plain: ReadonlySet<string>, all: ReadonlySet<string>): Difference | undefined {
  const { count, names, open } = advertised;
  if (names === undefined) {
    const within = open ? count <= all.size : count >= plain.size && count <= all.size;
    return within ? undefined : { kind: 'count-differs', gone: [], hidden: [] };
  }
  const gone = names.filter((name) => !all.has(name));
  const hidden = open ? [] : [...plain].filter((name) => !names.includes(name));
  if (gone.length + hidden.length === 0) return undefined;
  const kind = gone.length === 0 ? 'not-advertised' : hidden.length === 0 ? 'not-registered' : 'tools-differ';
  return { kind, gone, hidden };
}

function told(
  probed: ProbedServer,
  { file, count }: AdvertisedTools,
  { kind, gone, hidden }: Difference,
  plain: number,
  capable: number,
): Violation {
  const registered = plain === capable ? `${plain}` : `${plain} (${capable} for a client that can be asked back)`;
  const clauses = [
    ...(gone.length === 0 ? [] : [`registers none named ${gone.join(', ')}`]),
    ...(hidden.length === 0 ? [] : [`advertises none named ${hidden.join(', ')}`]),
  ];
  const names = clauses.length === 0 ? '' : `: it ${clauses.join(' and ')}`;
  return serverViolation(probed, {
    pointer: '/tools',
    kind,
    message: `${probed.server.name} advertises ${count} tools in ${file} and registers ${registered}${names}.`,
    expected: { count, ...(gone.length > 0 && { only: gone }) },
    received: { count: plain, ...(plain !== capable && { capable }), ...(hidden.length > 0 && { only: hidden }) },
  });
}
