/** The keys and list indexes that lead from the root to a place in a document with resolved `$ref`s. */
export type Path = readonly (string | number)[];
