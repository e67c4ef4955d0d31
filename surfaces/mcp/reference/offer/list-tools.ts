import { type ListToolsResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Tool } from '../../generated/tools.js';
import { type Card, toolMeta } from './card.js';

/** The number of tools per page; clients follow `nextCursor` until there is none (MCP 2025-11-25, Pagination). */
export const PAGE_SIZE = 50;

/**
 * Lists the tools by pages. Cursors are opaque to clients. This server uses the position of the next tool, which is
 * stable because the list never changes. The link to the card is sent to every client, because over HTTP the server
 * does not have the client's capabilities. A client without card support ignores the link.
 */
export function listTools(
  cursor: string | undefined,
  tools: readonly Tool[],
  pageSize = PAGE_SIZE,
  card?: Card,
): ListToolsResult {
  const start = cursor === undefined ? 0 : placeOf(cursor);
  if (start === undefined || (start > 0 && start >= tools.length)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor');
  }
  const end = start + pageSize;
  const link = card === undefined ? {} : { _meta: toolMeta(card) };
  const page = tools.slice(start, end).map(({ definition }) => ({ ...definition, ...link }));
  return {
    tools: page,
    ...(end < tools.length ? { nextCursor: Buffer.from(`tool:${end}`).toString('base64url') } : {}),
  };
}

function placeOf(cursor: string): number | undefined {
  const match = /^tool:(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  return match === null ? undefined : Number(match[1]);
}
