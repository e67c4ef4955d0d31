/**
 * How a body is passed to a surface that accepts it in several ways, the simplest first. The default, an argument, is
 * not listed. `at-file`: as `--body @FILE`, if the help of the command states this form, and otherwise like `file`.
 */
export const BODY_WAYS = ['standard-input', 'file', 'at-file'] as const;

export type BodyWay = (typeof BODY_WAYS)[number];
