import type { ScriptedReply } from '../../../contract/case.js';

/** A scripted reply with a name that is unique within its operation. */
export interface NamedReply {
  readonly name: string;
  readonly reply: ScriptedReply;
  /** Whether surfaces with costly calls receive the reply too. */
  readonly isEssential: boolean;
  /**
   * Set if one part of a surface usually reads this reply for all operations: a name that the replies of all operations
   * have in common.
   */
  readonly shared?: string;
}
