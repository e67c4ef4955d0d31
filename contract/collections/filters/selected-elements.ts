/**
 * Matches "Only products with this unit." and "Returns only prices that have the given currency". Nothing else may
 * follow in the sentence. Texts and translations may be parts of the elements.
 */
const OF_ELEMENTS =
  /^(?:returns? |lists? |shows? )?only (?!(?:the )?(?:texts?|translations?|values?|fields?|members?|labels?|names?|titles?|descriptions?|amounts?)\b)[\w -]{1,40}\b(?:with|that have|which have|having) (?:this|the given)(?: [\w`-]+){1,3}?(?: (?:are|is) (?:returned|listed|shown|included))?(?:\.|$)/i;
/** Matches texts about alternatives and exceptions: "without a language", "are always returned". */
const UNCLEAR = /\b(?:or|also|always|without|unless|except|prefer\w*|fall\w*|first)\b/i;

/** Whether the description of a parameter states that it selects elements by a value that they have. */
export function selectsElements(description: string): boolean {
  return OF_ELEMENTS.test(description) && !UNCLEAR.test(description);
}
