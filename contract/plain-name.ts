/** A name in lower case, without separators, so that `itemId` and `item_id` are equal. */
export function plainName(name: string): string {
  return name.replaceAll(/[-_.]/g, '').toLowerCase();
}

/** The usual plurals of a plain name: `jobs` of `job`, `boxes` of `box`, and `cities` of `city`. */
export function pluralsOf(singular: string): readonly string[] {
  return [`${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies')];
}

/** Whether a name is a usual plural of a plain name. */
export function isPluralOf(name: string, singular: string): boolean {
  return pluralsOf(singular).includes(plainName(name));
}
