import { type ProbedServer, type ProbeRule, type RegisteredTools, serverViolation } from './probed-server.js';
import type { Violation } from '../finding.js';

export const toolList: ProbeRule = {
  id: 'registry/tool-list',
  severity: 'must',
  statement: 'A tool server lists its tools on pages that end, names each once, and writes nothing else to its standard output.',
  source: 'MCP 2025-11-25, Server Features: Tools, Pagination; Base Protocol: Transports, stdio',
  repair: 'Leave nextCursor out on the last page, name each tool once, and log to standard error.',
  check: (probed) => {
    const [first] = [probed.plain, probed.capable].flatMap((tools) => listFault(probed, tools) ?? []);
    return first === undefined ? [] : [first];
  },
};

function listFault(probed: ProbedServer, tools: RegisteredTools): Violation | undefined {
  const { name } = probed.server;
  if (tools.kind === 'endless') {
    const message = `The list of ${name} does not end: ${tools.message}`;
    return serverViolation(probed, { pointer: '/nextCursor', kind: 'endless', message, expected: 'a last page', received: tools.message });
  }
  if (tools.noise !== undefined) {
    const message = `${name} writes to its standard output what is no message.`;
    return serverViolation(probed, { pointer: '/stdout', kind: 'noise', message, expected: 'JSON-RPC messages', received: tools.noise });
  }
  const repeated = tools.names.find((tool, index) => tools.names.indexOf(tool) !== index);
  if (repeated === undefined) return undefined;
  const message = `${name} lists ${JSON.stringify(repeated)} twice.`;
  return serverViolation(probed, { pointer: '/tools', kind: 'repeated', message, expected: 'each tool once', received: repeated });
}
