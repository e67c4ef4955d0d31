/** The way to a place, through `$ref`s as if they were not there. */
export type Path = readonly (string | number)[];
