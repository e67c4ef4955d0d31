/** How a program that does not follow our conventions is called for one operation. */
export interface CommandMapping {
  /** The words of the command, such as `['items', 'create']`. */
  readonly command: readonly string[];
  /**
   * For each argument, its flag as typed (`--id`, `-i`) or its position, counted from 1. The key is the name of the
   * argument: `item_id`, `body`, or `body.name` for a member of the body. Default: a flag with the name of the
   * argument.
   */
  readonly arguments?: Readonly<Record<string, string | number>>;
  /** `members`: each member of the body is a separate argument. Default: the whole body is one argument. */
  readonly body?: 'members';
  /** The words that pass the body in a file, such as `['--data', '@{file}']`. */
  readonly bodyFile?: readonly string[];
  /**
   * The words that pass one field of a form, such as `['-F', '{name}={value}']`. `fieldFile` has the words for a field
   * whose value is in a file.
   */
  readonly field?: readonly string[];
  readonly fieldFile?: readonly string[];
}

/**
 * What an exit code means. A number is an HTTP status. `failure`: a failure with an unknown status. `usage`: the
 * program refused the call. `denied` and `unanswered`: the gate refused the call.
 */
export type ExitMeaning = number | 'failure' | 'usage' | 'denied' | 'unanswered';

export type ExitCodes = Readonly<Record<string, ExitMeaning>>;
