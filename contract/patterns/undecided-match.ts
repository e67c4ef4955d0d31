/**
 * Thrown when a match is not decided within the step limit. It extends `RangeError`, because engines throw this error
 * for texts that exceed their limits.
 */
export class UndecidedMatch extends RangeError {}

/** Thrown when a validation is not decided within the step limit, because the schema has nested alternatives. */
export class UndecidedValue extends UndecidedMatch {}
