import type { Answer } from './answer.js';

/**
 * Handles a POST request to `path`, which restores the state after the start, and replies 204. It needs no token, so
 * only this machine may send it. Other machines, and web pages, which send an `Origin` (RFC 6454 §7.3), get the same
 * reply as for an unknown path.
 */
export function resetHook(path: string, reset: () => void, otherwise: Answer): Answer {
  return async (request, response) => {
    const ours = request.url === path && request.method === 'POST' && request.headers.origin === undefined;
    if (!ours || !isLoopback(request.socket.remoteAddress)) return otherwise(request, response);
    reset();
    return { kind: 'reply', status: 204, headers: {} };
  };
}

/**
 * Whether an address is a loopback address: `::1`, or 127.0.0.0/8 (RFC 1122 §3.2.1.3) in the notation of IPv4 or IPv6.
 */
function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i.test(address);
}
