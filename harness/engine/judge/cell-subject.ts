import type { OperationId } from '../../../contract/operation.js';
import type { BackendKind, TrialRule } from '../../../rules/rule.js';
import type { Elsewhere } from '../plan/case-plan.js';
import type { Tally } from './tally.js';

/** The data from which the result of one operation on one surface and backend is made. */
export interface CellSubject {
  readonly group: string;
  readonly operation: OperationId;
  readonly surface: string;
  readonly backend: BackendKind;
  readonly tally: Tally | undefined;
  /** The reason why no call was made on the surface. */
  readonly unavailable: string | undefined;
  /** The names of arguments for which no value could be made. */
  readonly withoutValues: readonly string[];
  /** The names of arguments that must identify an existing resource but have no known value. */
  readonly identifiers: readonly string[];
  /** For each of these arguments whose resource an operation of the contract creates: this operation. */
  readonly creators?: Readonly<Record<string, OperationId>> | undefined;
  /** The operations in `creators` of which no call on the surface was accepted. */
  readonly refusedCreators?: readonly OperationId[] | undefined;
  /** Set in a quick run, if a whole run also calls the operation with items that the run creates. */
  readonly createdInWholeRun?: boolean | undefined;
  /** The number of calls that were not sent, because they may change items that the check did not create. */
  readonly notSent?: number | undefined;
  /**
   * The names of security schemes without credentials. If there are any, only requests without valid credentials were
   * sent.
   */
  readonly withoutCredentials?: readonly string[] | undefined;
  /**
   * The URL of the operation's server in the contract. Set if the surface has only one base URL, so that the run cannot
   * verify that the surface chooses this server.
   */
  readonly serverNotVerified?: string | undefined;
  /**
   * The path of the server URL in the contract. Set if the configured base URL of the service does not end with this
   * path.
   */
  readonly missingPath?: string | undefined;
  /** The reason why it is unknown which operations the surface offers. */
  readonly inventoryUnread?: string | undefined;
  /** Whether another surface received a successful reply from this operation on the same backend. */
  readonly acceptedBeside?: boolean | undefined;
  /** Set in a shard. States which of the operation's cases other shards run. */
  readonly elsewhere?: Elsewhere | undefined;
  /** The rules that the run applied. Default: the rules of the catalogue. */
  readonly rules?: readonly Pick<TrialRule, 'id' | 'backends'>[] | undefined;
}
