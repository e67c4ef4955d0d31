import { type ProbedServer, type ProbeRule, type RegisteredTools, serverViolation } from './probed-server.js';
import type { Violation } from '../finding.js';

export const toolList: ProbeRule = {
  id: 'registry/tool-list',
  severity: 'must',
  statement:
    'A tool server lists each tool once on a finite number of pages, and writes only protocol messages to standard output.',
  source: 'MCP 2025-11-25, Server Features: Tools, Pagination; Base Protocol: Transports, stdio',
  repair: 'Omit nextCursor on the last page, list each tool once, and write logs to standard error.',
  check: (probed) => {
    const [first] = [probed.minimal, probed.capable].flatMap((tools) => listFault(probed, tools) ?? []);
    return first === undefined ? [] : [first];
  },
};

function listFault(probed: ProbedServer, tools: RegisteredTools): Violation | undefined {
  const { name } = probed.server;
  if (tools.kind === 'endless') {
    const message = `The tool list of ${name} does not end: ${tools.message}`;
    return serverViolation(probed, {
      pointer: '/nextCursor',
      kind: 'endless',
      message,
      expected: 'a last page',
      received: tools.message,
    });
  }
  if (tools.noise !== undefined) {
    const message = `${name} writes text to standard output that is not a protocol message.`;
    return serverViolation(probed, {
      pointer: '/stdout',
      kind: 'noise',
      message,
      expected: 'JSON-RPC messages',
      received: tools.noise,
    });
  }
  const repeated = tools.names.find((tool, index) => tools.names.indexOf(tool) !== index);
  if (repeated === undefined) return undefined;
  const message = `${name} lists ${JSON.stringify(repeated)} twice.`;
  return serverViolation(probed, {
    pointer: '/tools',
    kind: 'repeated',
    message,
    expected: 'each tool once',
    received: repeated,
  });
}
