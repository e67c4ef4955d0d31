/**
 * Thrown when a match is not decided within the step limit. It extends `RangeError`, the error that JavaScript engines
 * throw for texts that exceed their limits.
 */
export class UndecidedMatch extends RangeError {}

/** Thrown when a validation is not decided within the step limit, because the schema has nested alternatives. */
export class UndecidedValue extends UndecidedMatch {}
