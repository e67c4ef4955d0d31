/**
 * Thrown if the step limit is reached before it is known whether a pattern matches. It extends `RangeError`, which
 * JavaScript engines throw for texts that exceed their limits.
 */
export class UndecidedMatch extends RangeError {}

/**
 * Thrown if the step limit is reached before it is known whether a value is valid, because the schema has nested
 * alternatives.
 */
export class UndecidedValue extends UndecidedMatch {}
