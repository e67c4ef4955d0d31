import type { CreatedReference } from '../../contract/collections/collection.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import type { InitialItems } from './values/found-items.js';
import type { KnownValues } from './values/known-values.js';

/** The values from which the cases of a contract are made, and the number of cases. */
export interface CaseOptions extends InitialItems {
  readonly seed: number;
  /** The number of random valid cases of each operation, and also of random invalid cases. */
  readonly runs: number;
  /** The configured values of arguments. The keys are the names of the arguments. */
  readonly values: ReadonlyMap<string, KnownValues>;
  /** For each operation, the members of its request body that refer to items which a sequence creates first. */
  readonly created?: ReadonlyMap<OperationId, readonly CreatedReference[]>;
  /**
   * A text that is put into generated strings, so that they differ between runs. Default: none, so that equal seeds
   * give equal cases.
   */
  readonly salt?: string;
  /**
   * The time at which the run began. If set, there are also sequences with items that begin on the day of the run, such
   * as a booking.
   */
  readonly now?: Date;
}

/** The members of the body of a create whose values sequences take from the replies to other creates. */
export function createdMembers(
  { created }: Pick<CaseOptions, 'created'>,
  { id }: Operation,
): readonly CreatedReference[] {
  return created?.get(id) ?? [];
}
