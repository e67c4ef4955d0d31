import { isRecord } from '../model/is-record.js';

/** A valid message of a host (JSON-RPC 2.0). */
export type HostMessage =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly message: string }
  | { readonly kind: 'request'; readonly id: string | number; readonly method: string }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown };

/**
 * The maximum length of a message. A tool result contains the reply of the service twice, as text and as structured
 * content, with up to 4 MB each.
 */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads a message of the host. A message is a structured clone, so it may contain cycles or dates, or be nested too
 * deeply for JSON. `undefined` if it is not a JSON-RPC message. If only the result is not JSON, the message becomes an
 * error of the call.
 */
export function readHostMessage(data: unknown): HostMessage | undefined {
  if (!isRecord(data) || data['jsonrpc'] !== '2.0') return undefined;
  const json = asJson(data);
  if (isRecord(json)) return messageOf(json);
  const { id } = data;
  return typeof id === 'number' ? { kind: 'error', id, message: 'The host sent an unreadable answer.' } : undefined;
}

function messageOf({ id, method, params, result, error }: Readonly<Record<string, unknown>>): HostMessage | undefined {
  if (typeof method === 'string') {
    if (id === undefined) return { kind: 'notification', method, params };
    return typeof id === 'string' || typeof id === 'number' ? { kind: 'request', id, method } : undefined;
  }
  // The card uses numbers as the ids of its requests, so an answer with any other id belongs to no request.
  if (typeof id !== 'number') return undefined;
  if (!isRecord(error)) return { kind: 'result', id, result };
  const said = error['message'];
  return {
    kind: 'error',
    id,
    message: typeof said === 'string' ? said.slice(0, 2000) : 'The host refused without a message.',
  };
}

function asJson(data: unknown): unknown {
  try {
    const text = JSON.stringify(data);
    return text.length > MOST_CHARACTERS ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
