import { readFileSync } from 'node:fs';
import type { McpUiResourceMeta, McpUiToolMeta } from '@modelcontextprotocol/ext-apps';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server';
import type { Offer } from './offer.js';

/**
 * The MCP extension with which a server and a host agree that tools may have cards (MCP Apps 2026-01-26, Extension
 * Identifier).
 */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui';
const MEDIA_TYPE = 'text/html;profile=mcp-app';
/**
 * The maximum size of a page. By default, a client accepts a message of up to 10 MB, and a page becomes longer when it
 * is escaped as JSON.
 */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * An HTML page that calls the tools and shows their results. Hosts read the page as a resource (MCP Apps 2026-01-26).
 */
export interface Card {
  readonly uri: string;
  readonly title: string;
  readonly html: string;
}

export type CardReading =
  | { readonly kind: 'card'; readonly card: Card }
  | { readonly kind: 'none'; readonly reason: string };

/** Reads a built page. If the page cannot be read, the tools are offered without a card. */
export function readCard(file: string, offer: Offer): CardReading {
  try {
    const html = readFileSync(file, 'utf8');
    if (Buffer.byteLength(html) > MOST_BYTES)
      return { kind: 'none', reason: `${file} has more than ${MOST_BYTES} bytes` };
    const { name, title } = offer.identity;
    return { kind: 'card', card: { uri: `ui://${name}/card.html`, title, html: withTools(html, offer) } };
  } catch (error) {
    return { kind: 'none', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The `_meta` of a tool. It contains the address of the card that shows the results of the tool. */
export function toolMeta({ uri }: Card): { readonly ui: McpUiToolMeta } {
  return { ui: { resourceUri: uri } };
}

export function listResources(cursor: string | undefined, card: Card): ListResourcesResult {
  if (cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor');
  const { uri, title } = card;
  const description = 'Forms that call the tools and show their results';
  return { resources: [{ uri, name: 'card', title, description, mimeType: MEDIA_TYPE, _meta: resourceMeta() }] };
}

export function readResource(uri: string, card: Card): ReadResourceResult {
  if (uri !== card.uri) throw new ResourceNotFoundError(uri.slice(0, 200));
  return { contents: [{ uri, mimeType: MEDIA_TYPE, text: card.html, _meta: resourceMeta() }] };
}

/**
 * The metadata of the page. It declares that the page loads nothing from other origins, and asks the host to draw a
 * border, because the page draws none.
 */
function resourceMeta(): { readonly ui: McpUiResourceMeta } {
  return {
    ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }, prefersBorder: true },
  };
}

/**
 * Writes into the page which tool belongs to each operation. The built page contains no tool names, so it stays the
 * same if a tool is renamed.
 */
function withTools(html: string, { tools }: Offer): string {
  const names = Object.fromEntries(
    tools.map(({ operation, definition, output }) => [operation, { name: definition.name, output }]),
  );
  const text = JSON.stringify(names).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return html.replace(/<service-card(?=[\s>])/, () => `<service-card tools="${text}"`);
}
