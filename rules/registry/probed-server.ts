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
  /** The tools that the published description of the server lists; absent if there is no description. */
  readonly advertised?: AdvertisedTools;
}

export type RegisteredTools =
  | { readonly kind: 'listed'; readonly names: readonly string[]; readonly noise?: string }
  | { readonly kind: 'endless'; readonly message: string };

/** The tools that the published description of a server lists. */
export interface AdvertisedTools {
  readonly file: string;
  readonly count: number;
  /** The names of the tools; absent if the description has only their number. */
  readonly names?: readonly string[];
  /** Whether the description states that the server may have more tools than it lists. */
  readonly open: boolean;
}

/**
 * A rule about a tool server that was started and asked for its tools. Its check is a pure function: the same answers
 * give the same violations.
 */
export interface ProbeRule extends RuleStatement {
  check(probed: ProbedServer): readonly Violation[];
}

/**
 * A violation about a tool server that was started. Its `surface` is the name of the server, so that findings about
 * different servers stay separate.
 */
export function serverViolation(
  { server }: ProbedServer,
  fault: Pick<Violation, 'pointer' | 'kind' | 'message' | 'expected' | 'received'>,
): Violation {
  return { surface: server.name, ...fault, blame: 'surface', cause: '', location: server.places.name };
}
