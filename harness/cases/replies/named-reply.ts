import type { ScriptedReply } from '../../../contract/case.js';

/** A scripted reply with a name that is unique within its operation. */
export interface NamedReply {
  readonly name: string;
  readonly reply: ScriptedReply;
  /** True for replies that surfaces with costly calls also receive. */
  readonly isEssential: boolean;
}
