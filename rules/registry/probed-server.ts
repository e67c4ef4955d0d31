import type { ToolServer } from '../../contract/manifests/tool-server.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';

/** What a probe found of one server that was started or reached. */
export interface ProbedServer {
  readonly server: ToolServer;
  /** What a client sees that can do nothing, and one that can be asked back (sampling, elicitation, roots). */
  readonly plain: RegisteredTools;
  readonly capable: RegisteredTools;
  /** Absent: the server publishes no description of its tools. */
  readonly advertised?: AdvertisedTools;
}

export type RegisteredTools =
  | { readonly kind: 'listed'; readonly names: readonly string[]; readonly noise?: string }
  | { readonly kind: 'endless'; readonly message: string };

/** What the server's own published description says. */
export interface AdvertisedTools {
  readonly file: string;
  readonly count: number;
  /** Absent where it only counts. */
  readonly names?: readonly string[];
  /** The description says that there may be more than it names. */
  readonly open: boolean;
}

/** A rule about servers that were probed. Pure: same probe, same violations. */
export interface ProbeRule extends RuleStatement {
  check(probed: ProbedServer): readonly Violation[];
}

/** The server is at fault; what tells two findings of one rule apart is its name. */
export function serverViolation(
  { server }: ProbedServer,
  told: Pick<Violation, 'pointer' | 'kind' | 'message' | 'expected' | 'received'>,
): Violation {
  return { surface: server.name, ...told, blame: 'surface', cause: '', location: server.places.name };
}
