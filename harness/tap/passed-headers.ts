/** Hop-by-hop headers (RFC 9110 §7.6.1), and `content-length`, which is derived from the body. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
]);

/**
 * Headers that are not forwarded: hop-by-hop headers, `host`, which names the backend, and `expect`, which undici
 * rejects.
 */
export const NOT_PASSED_ON: ReadonlySet<string> = new Set([...HOP_BY_HOP, 'host', 'expect']);
