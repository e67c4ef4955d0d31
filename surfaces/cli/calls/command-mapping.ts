/** How a program that does not follow our conventions is called for one operation. */
export interface CommandMapping {
  /** The words of the command, such as `['items', 'create']`. */
  readonly command: readonly string[];
  /**
   * The words that confirm the call, such as `['--yes']`. Without them, the command asks for a confirmation, and sends
   * no request if there is no terminal.
   */
  readonly confirm?: readonly string[];
  /**
   * How each argument is passed: by its flag as typed (`--id`, `-i`), at its position (counted from 1), or by its
   * switch. The key is the name of the argument: `item_id`, `body`, or `body.name` for a member of the body. Default: a
   * flag with the name of the argument.
   */
  readonly arguments?: Readonly<Record<string, string | number | Switch>>;
  /**
   * `raw`: standard output has the bytes of the reply, such as a file or a text. Default: one JSON document.
   */
  readonly output?: 'raw';
  /** `members`: each member of the body is a separate argument. Default: the whole body is one argument. */
  readonly body?: 'members';
  /**
   * The words that pass the body in a file, such as `['--data', '@{file}']`. If `body` has a position, they are at this
   * position.
   */
  readonly bodyFile?: readonly string[];
  /**
   * The words that pass one field of a form, such as `['-F', '{name}={value}']`. `fieldFile` has the words for a field
   * whose value is in a file.
   */
  readonly field?: readonly string[];
  readonly fieldFile?: readonly string[];
}

/**
 * The words of a boolean argument without a value, such as `{ true: '--paid', false: '--no-paid' }`. A value without a
 * word cannot be passed.
 */
export interface Switch {
  readonly true?: string;
  readonly false?: string;
}

/**
 * What an exit code means. A number is an HTTP status. `failure`: a failure with an unknown status. `usage`: the
 * program refused the call. `denied` and `unanswered`: the gate refused the call.
 */
export type ExitMeaning = number | 'failure' | 'usage' | 'denied' | 'unanswered';

export type ExitCodes = Readonly<Record<string, ExitMeaning>>;
