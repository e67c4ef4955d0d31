import type { ContractFault } from '../contract.js';
import type { SourceLocation } from '../json/source-location.js';

/** One tool server of the registry, as it is written; whether pin and launch are sound is for rules to say. */
export interface ToolServer {
  readonly name: string;
  readonly pin: string;
  /** The command that starts it, a word each; empty for a server that runs elsewhere. */
  readonly launch: readonly string[];
  readonly places: { readonly name: SourceLocation; readonly pin: SourceLocation; readonly launch: SourceLocation };
}

export type ToolServersReading =
  | { readonly kind: 'servers'; readonly servers: readonly ToolServer[] }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };
