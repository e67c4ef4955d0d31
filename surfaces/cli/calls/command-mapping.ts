/** How a program with other conventions is called for one operation. */
export interface CommandMapping {
  /** The words of the command, such as `['items', 'create']`. */
  readonly command: readonly string[];
  /**
   * The name of an argument (`item_id`, `body`, and `body.name` for a member of the body) → its flag as typed (`--id`,
   * `-i`), or its position, from 1. Default: a flag with the name of the argument.
   */
  readonly arguments?: Readonly<Record<string, string | number>>;
  /** `members`: each member of the body is an argument. Default: the body is one argument. */
  readonly body?: 'members';
  /** Words that pass the body in a file, such as `['--data', '@{file}']`. */
  readonly bodyFile?: readonly string[];
  /**
   * Words that pass one field of a form, such as `['-F', '{name}={value}']`; `fieldFile` is for a field whose value is
   * in a file.
   */
  readonly field?: readonly string[];
  readonly fieldFile?: readonly string[];
}

/**
 * The meaning of an exit code: a status; `failure`: an unknown status; `usage`: the program refused the call; `denied`
 * and `unanswered`: the gate refused the call.
 */
export type ExitMeaning = number | 'failure' | 'usage' | 'denied' | 'unanswered';

export type ExitCodes = Readonly<Record<string, ExitMeaning>>;
