/** How a program with other conventions is called for one operation. */
export interface CommandMapping {
  /** The words of the command, such as `['items', 'create']`. */
  readonly command: readonly string[];
  /**
   * The name of an argument (`item_id`, `body`, and `body.name` for a member of the body) → its flag as typed (`--id`,
   * `-i`), or its position, from 1. Default: a flag of its name.
   */
  readonly arguments?: Readonly<Record<string, string | number>>;
  /** `members`: each member of the body is an argument. Default: the body is one argument. */
  readonly body?: 'members';
  /** Words that give the body in a file, such as `['--data', '@{file}']`. */
  readonly bodyFile?: readonly string[];
  /** Words that give one field of a form, such as `['-F', '{name}={value}']`; `fieldFile` if its value is in a file. */
  readonly field?: readonly string[];
  readonly fieldFile?: readonly string[];
}

/** A status; `failure` of an unknown status; `usage`: refused by the program; `denied` and `unanswered`: at its gate. */
export type ExitMeaning = number | 'failure' | 'usage' | 'denied' | 'unanswered';

export type ExitCodes = Readonly<Record<string, ExitMeaning>>;
