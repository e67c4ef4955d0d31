/**
 * A text on which a pattern could not be decided within the counted steps. A `RangeError`, like what the engine throws where a
 * text is too much for it.
 */
export class UndecidedMatch extends RangeError {}

/** The same of a value whose schema has alternatives within alternatives. */
export class UndecidedValue extends UndecidedMatch {}
