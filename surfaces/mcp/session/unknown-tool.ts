import { ProtocolError } from '@modelcontextprotocol/client';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { UnknownReply } from '../../driver.js';
import { AS_IT_CAME } from './connection.js';
import type { ServerSlot } from './server-slot.js';

/**
 * Calls a tool that the server does not offer, and returns how the server answers. `undefined` if it does not answer.
 * After a failure, the server is ended, because an unanswered request could affect later calls.
 */
export async function callUnknownTool(
  slot: ServerSlot,
  name: string,
  timeoutMs: number,
): Promise<UnknownReply | undefined> {
  const { client } = await slot.connection();
  const params = { name, arguments: {} };
  try {
    const result = (await client.request({ method: 'tools/call', params }, AS_IT_CAME, { timeout: timeoutMs })) as Json;
    return ownValue(result, 'isError') === true ? 'error-result' : 'result';
  } catch (error) {
    if (error instanceof ProtocolError) return 'refused';
    await slot.discard();
    return undefined;
  }
}
