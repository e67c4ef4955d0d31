import type { ToolServer } from '../../contract/manifests/tool-server.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';

/** The result of probing one server that was started or reached. */
export interface ProbedServer {
  readonly server: ToolServer;
  /** The tools that a client without capabilities sees. */
  readonly minimal: RegisteredTools;
  /** The tools that a client with sampling, elicitation and roots sees. */
  readonly capable: RegisteredTools;
  /** The tools in the published description; absent if the server publishes none. */
  readonly advertised?: AdvertisedTools;
}

export type RegisteredTools =
  | { readonly kind: 'listed'; readonly names: readonly string[]; readonly noise?: string }
  | { readonly kind: 'endless'; readonly message: string };

/** The tools in the server's published description. */
export interface AdvertisedTools {
  readonly file: string;
  readonly count: number;
  /** The names of the tools; absent if the description only states their number. */
  readonly names?: readonly string[];
  /** The description states that there may be further tools. */
  readonly open: boolean;
}

/** A rule about a probed server. Its check is pure: the same probe gives the same violations. */
export interface ProbeRule extends RuleStatement {
  check(probed: ProbedServer): readonly Violation[];
}

/** A violation of a server. The name of the server, as `surface`, distinguishes two findings of one rule. */
export function serverViolation(
  { server }: ProbedServer,
  fault: Pick<Violation, 'pointer' | 'kind' | 'message' | 'expected' | 'received'>,
): Violation {
  return { surface: server.name, ...fault, blame: 'surface', cause: '', location: server.places.name };
}
