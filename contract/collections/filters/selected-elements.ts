/** Matches "Only products with this unit." and "Returns only prices that have the given currency". */
const OF_ELEMENTS =
  /^(?:returns? |lists? |shows? )?only [\w -]{1,40}\b(?:with|that have|which have|having) (?:this|the given)\b/i;

/** Whether the description of a parameter states that it selects elements by a value that they have. */
export function selectsElements(description: string): boolean {
  return OF_ELEMENTS.test(description);
}
