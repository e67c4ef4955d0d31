/** A name in lower case, without separators, so that `itemId` and `item_id` are equal. */
export function plainName(name: string): string {
  return name.replaceAll(/[-_.]/g, '').toLowerCase();
}

/** Whether a name is a usual plural of a plain name: `jobs` of `job`, `boxes` of `box`, and `cities` of `city`. */
export function isPluralOf(name: string, singular: string): boolean {
  return [`${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies')].includes(plainName(name));
}
