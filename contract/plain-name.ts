/** A name in lower case, without separators, so that `itemId` and `item_id` are equal. */
export function plainName(name: string): string {
  return name.replaceAll(/[-_.]/g, '').toLowerCase();
}

/** The words of a name in lower case: `resetApiToken` and `reset-api-token` → reset, api, token. */
export function nameWords(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** The usual plurals of a plain name: `jobs` of `job`, `boxes` of `box`, and `cities` of `city`. */
export function pluralsOf(singular: string): readonly string[] {
  return [`${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies')];
}

/** Whether a word is the name of a collection or its singular: `post` or `posts` for the collection `posts`. */
export function isNameOf(word: string, collection: string): boolean {
  const plain = plainName(word);
  return plain !== '' && (isPluralOf(collection, plain) || plainName(collection) === plain);
}

/**
 * The plain name, and all words of which it may be the plural: `boxes`, `boxe` and `box` for `boxes`. Some of them may
 * not be real words.
 */
export function singularsOf(name: string): readonly string[] {
  const plain = plainName(name);
  return [...new Set([plain, plain.replace(/ies$/, 'y'), plain.replace(/es$/, ''), plain.replace(/s$/, '')])];
}

/** Whether a name is one of the usual plurals of `singular`, which is a plain name. */
export function isPluralOf(name: string, singular: string): boolean {
  return pluralsOf(singular).includes(plainName(name));
}

/**
 * Finds the name in `names` that differs from `name` only in case and separators: `From` for `from`. Returns `name`
 * itself if it is in `names`, or if no other name, or more than one, fits.
 */
export function nameIn(names: Iterable<string>, name: string): string {
  const all = [...names];
  const alike = all.filter((each) => plainName(each) === plainName(name));
  return !all.includes(name) && alike.length === 1 ? (alike[0] ?? name) : name;
}
