import type { ToolServer } from '../../contract/manifests/tool-server.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';

/** The result of probing one tool server. */
export interface ProbedServer {
  readonly server: ToolServer;
  /** The tools that a client without capabilities sees. */
  readonly minimal: RegisteredTools;
  /** The tools that a client with sampling, elicitation and roots sees. */
  readonly capable: RegisteredTools;
  /** The tools in the published description of the server; absent if the server has no such description. */
  readonly advertised?: AdvertisedTools;
}

export type RegisteredTools =
  | { readonly kind: 'listed'; readonly names: readonly string[]; readonly noise?: string }
  | { readonly kind: 'endless'; readonly message: string };

/** The tools in the server's published description. */
export interface AdvertisedTools {
  readonly file: string;
  readonly count: number;
  /** The names of the tools; absent if the description states only the number of tools. */
  readonly names?: readonly string[];
  /** Whether the description states that there may be further tools. */
  readonly open: boolean;
}

/** A rule about a probed server. Its check is a pure function: the same probe result gives the same violations. */
export interface ProbeRule extends RuleStatement {
  check(probed: ProbedServer): readonly Violation[];
}

/**
 * A violation about a probed server. `surface` is the name of the server, which distinguishes two findings of the same
 * rule.
 */
export function serverViolation(
  { server }: ProbedServer,
  fault: Pick<Violation, 'pointer' | 'kind' | 'message' | 'expected' | 'received'>,
): Violation {
  return { surface: server.name, ...fault, blame: 'surface', cause: '', location: server.places.name };
}
