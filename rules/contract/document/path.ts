/** The keys that lead to a place in a document with resolved `$ref`s. */
export type Path = readonly (string | number)[];
