/**
 * A match that was not decided within the step limit. It is a `RangeError`, the error that engines throw for texts that
 * exceed their limits.
 */
export class UndecidedMatch extends RangeError {}

/** A validation that was not decided because the schema has nested alternatives. */
export class UndecidedValue extends UndecidedMatch {}
