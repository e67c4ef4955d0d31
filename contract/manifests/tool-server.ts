import type { ContractFault } from '../contract.js';
import type { SourceLocation } from '../json/source-location.js';

/** One MCP tool server, as the registry file states it. Rules check its pinned version and its launch command. */
export interface ToolServer {
  readonly name: string;
  readonly pin: string;
  /** The command that starts the server, one word per string; empty for a server that runs elsewhere. */
  readonly launch: readonly string[];
  readonly places: { readonly name: SourceLocation; readonly pin: SourceLocation; readonly launch: SourceLocation };
}

export type ToolServersReading =
  | { readonly kind: 'servers'; readonly servers: readonly ToolServer[] }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };
