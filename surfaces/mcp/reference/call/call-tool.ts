import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Tool } from '../../generated/tools.js';
import { exchange } from './exchange.js';
import { placeArguments } from './place-arguments.js';
import { invalidInput, localProblem, resultOfReply } from './result.js';
import type { Service } from './service.js';

/**
 * Makes one call, which sends one HTTP request to the service. The request is never retried, because the tool server
 * cannot determine whether a retry is safe.
 */
export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  service: Service,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const placed = placeArguments(tool, given, service.token);
  if (placed.kind === 'misplaced') return invalidInput(placed.errors);
  const reply = await exchange(service, placed.request, signal);
  if (reply.kind === 'failed') return localProblem('service-unreachable', 'The service did not answer.', reply.reason);
  return resultOfReply(tool, reply);
}
