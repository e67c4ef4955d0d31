import type { MeasuredGroup } from './measured-group.js';
import type { MeasuredOperation } from './measured-operation.js';
import type { SchemaGroup } from './judges/schema-groups.js';

/** One unit of work with its own timeout. */
export type Job =
  | { readonly kind: 'group'; readonly name: string; readonly group: SchemaGroup }
  /** `file` is a path relative to `folder`. */
  | {
      readonly kind: 'operation';
      readonly name: string;
      readonly folder: string;
      readonly file: string;
      readonly operation: string;
    };

export interface Hang {
  readonly kind: 'hang';
  readonly name: string;
  readonly what: string;
}

export type Measured = MeasuredGroup | MeasuredOperation;
