import type { ScriptedReply } from '../../../contract/case.js';

/** A scripted reply with a name that is unique within its operation. */
export interface NamedReply {
  readonly name: string;
  readonly reply: ScriptedReply;
  /** True if surfaces with costly calls, such as a command line, receive the reply too. */
  readonly isEssential: boolean;
  /**
   * A name that is the same for the replies to all operations. Set if a surface usually handles the reply with the same
   * code for every operation. Surfaces with costly calls then get the reply only for some operations.
   */
  readonly shared?: string;
  /** Set if a quick run gives the shared reply, or a similar one, to another operation instead. */
  readonly isRepeated?: true;
  /** Set if a quick run of a surface with costly calls gives only examples of successful replies instead. */
  readonly isSimilar?: true;
}
