import type { SingleSchemaOptions } from '../../../contract/schema/judging/single-schema-options.js';

/**
 * The kind of message that contains the values. A request omits `readOnly` members, and a response omits `writeOnly`
 * members (Validation §9.4).
 */
export type MessageDirection = 'request' | 'response';

export interface SchemaOptions extends SingleSchemaOptions {
  /** Default: `request`. */
  readonly direction?: MessageDirection;
}
