/** Reserved words of Python 3.9 and later, and `self`, which every method uses. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield match case self'
  ).split(' '),
);

/**
 * Converts a text to a Python name: `listItems` and `list-items` become `list_items`. If this is a reserved word, an
 * underscore is added (PEP 8).
 */
function snakeCase(text: string): string {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
  const name = /^[a-z]/.test(words) ? words : `x_${words}`;
  return RESERVED.has(name) ? `${name}_` : name;
}

/** Converts texts to Python names without duplicates. If two names would be equal, a number is added to the second. */
function distinctNames(texts: readonly string[], taken: readonly string[] = []): readonly string[] {
  const used = new Set(taken);
  return texts.map((text) => {
    const wish = snakeCase(text);
    let name = wish;
    for (let count = 2; used.has(name); count += 1) name = `${wish}_${count}`;
    used.add(name);
    return name;
  });
}

/**
 * Names that annotations use, such as `str`. A type or a member with such a name would hide it from later annotations.
 */
export const ANNOTATION_NAMES: readonly string[] =
  'None True False Any Literal Mapping Sequence Tuple TypedDict Union bytes str int float bool'.split(' ');

/** Whether a text can be the name of a member in a class. */
export function isPythonName(text: string): boolean {
  // Python changes a name with two leading underscores inside a class.
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !text.startsWith('__') && (text === 'self' || !RESERVED.has(text));
}

/** Names that the code of every method uses. An argument with such a name would hide them. */
const READ: readonly string[] = ['types', 'cast', 'request_options'];
/**
 * Names that no method may have. The client already has a method `close`. A method with the name `str` would hide the
 * type `str` from later annotations.
 */
const TAKEN: readonly string[] = [...READ, ...ANNOTATION_NAMES, 'close'];

/** The names of the client's methods, in the order of the operations. */
export function methodNames(operations: readonly { readonly id: string }[]): readonly string[] {
  return distinctNames(
    operations.map(({ id }) => id),
    TAKEN,
  );
}

/** The names of the keyword arguments of a method, in the order of the given arguments. */
export function argumentNames(flat: readonly { readonly name: string }[]): readonly string[] {
  return distinctNames(
    flat.map(({ name }) => name),
    READ,
  );
}
