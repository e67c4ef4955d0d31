import type { ScriptedReply } from '../../../contract/case.js';

/** A scripted reply with a name that is unique within its operation. */
export interface NamedReply {
  readonly name: string;
  readonly reply: ScriptedReply;
  /** Whether surfaces with costly calls receive the reply too. */
  readonly isEssential: boolean;
  /**
   * A name that this reply has in the replies of all operations. Set if a surface usually handles the reply with the
   * same code for every operation.
   */
  readonly shared?: string;
}
