import { ProtocolError } from '@modelcontextprotocol/client';
import { type Json, ownValue } from '../../../contract/json/json.js';
import { UNKNOWN_OPERATION, type UnknownReply } from '../../driver.js';
import { AS_IT_CAME } from './connection.js';
import type { ServerSlot } from './server-slot.js';

/**
 * How a server answers the call of a tool that it does not offer. `undefined` if it does not answer. A server that
 * failed is ended, so that an unanswered request does not affect later calls.
 */
export async function callUnknownTool(slot: ServerSlot, timeoutMs: number): Promise<UnknownReply | undefined> {
  const { client } = await slot.connection();
  const params = { name: UNKNOWN_OPERATION, arguments: {} };
  try {
    const result = (await client.request({ method: 'tools/call', params }, AS_IT_CAME, { timeout: timeoutMs })) as Json;
    return ownValue(result, 'isError') === true ? 'error-result' : 'result';
  } catch (error) {
    if (error instanceof ProtocolError) return 'refused';
    await slot.discard();
    return undefined;
  }
}
