import type { CallToolRequest } from '@modelcontextprotocol/client';
import type { CaseInput, GateChoice } from '../contract/case.js';
import type { Json, JsonObject } from '../contract/json/json.js';
import type { Operation } from '../contract/operation.js';
import type { Outcome } from './outcome.js';

/** A page that hosts show (MCP Apps 2026-01-26: `_meta.ui.resourceUri` of a tool), as `resources/read` returns it. */
export interface LinkedPage {
  readonly uri: string;
  readonly reading: PageReading;
}

/**
 * The page as it was read, or the reason why it could not be read. `mediaType` and `policy` (`_meta.ui.csp`) are
 * omitted if the resource states none.
 */
export type PageReading =
  | { readonly kind: 'read'; readonly mediaType?: string; readonly html: string; readonly policy?: Json }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The media type of a page that hosts show (MCP Apps 2026-01-26, UI Resource Format). */
export const PAGE_MEDIA_TYPE = 'text/html;profile=mcp-app';
/** The capabilities of a client that shows pages (MCP Apps 2026-01-26, Client (Host) Capabilities). */
export const HOST_CAPABILITIES = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [PAGE_MEDIA_TYPE] } } };

/** A page of a tool server that was read, and the calls that a host makes with it. */
export interface HostedPage extends LinkedPage {
  readonly reading: PageReading & { readonly kind: 'read' };
  readonly calls: readonly HostedCall[];
}

export interface HostedCall {
  readonly call: { readonly operation: Operation; readonly input: CaseInput; readonly gate: GateChoice };
  /** The name of the tool of the operation. */
  readonly tool: string;
  /** The structured content of the success with which the host answers. */
  readonly content: JsonObject;
}

/** What a page showed in a host. */
export interface HostedCard {
  /** Why the page does not work in a host: it does not answer, its script throws, or its policy blocks it. */
  readonly faults: readonly string[];
  readonly replies: readonly HostedReply[];
}

/** One call, and what the page showed afterwards. */
export interface HostedReply {
  readonly hosted: HostedCall;
  /** Who made the call: a person with the form of the page, or the host itself. */
  readonly caller: 'card' | 'host';
  /** The structured content with which the host answered. */
  readonly answered: JsonObject;
  /** True if the host marked its answer as an error (`isError`). */
  readonly isError: boolean;
  /** The calls of tools that the page requested from the host. */
  readonly requested: readonly ToolCall[];
  readonly outcome: Outcome;
}

/** The parameters of the request `tools/call`. */
export type ToolCall = CallToolRequest['params'];
