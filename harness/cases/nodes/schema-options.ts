import type { SingleSchemaOptions } from '../../../contract/schema/judging/single-schema-options.js';

/** The sender of the values. A request omits `readOnly` members, a response `writeOnly` members (Validation §9.4). */
export type MessageDirection = 'request' | 'response';

export interface SchemaOptions extends SingleSchemaOptions {
  /** Requests omit `readOnly` members, responses `writeOnly` members. The default is `request`. */
  readonly direction?: MessageDirection;
}
