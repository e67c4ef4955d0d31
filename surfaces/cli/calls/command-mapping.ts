/**
 * How to call a program for one operation, if its command does not have the name and flags that the generator would
 * give it.
 */
export interface CommandMapping {
  /** The words of the command, such as `['items', 'create']`. */
  readonly command: readonly string[];
  /**
   * The words that confirm the call, such as `['--yes']`. Without them, the command asks for a confirmation, and sends
   * no request if there is no terminal.
   */
  readonly confirm?: readonly string[];
  /**
   * How each argument is passed: by its flag as typed (`--id`, `-i`), at its position (counted from 1), or by flags for
   * true and false (see `Switch`). The key is the name of the argument: `item_id`, `body`, or `body.name` for a member
   * of the body. Default: a flag with the name of the argument.
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
 * The words that pass a boolean argument as a flag without a value, such as `{ true: '--paid', false: '--no-paid' }`. A
 * boolean that has no word here cannot be passed.
 */
export interface Switch {
  readonly true?: string;
  readonly false?: string;
}

/**
 * What an exit code means. A number: the service replied with this HTTP status. `failure`: the call failed, and the
 * status is unknown. `usage`: the program refused its arguments. `denied` and `unanswered`: the program sent no
 * request, because a person denied the call or approved nothing.
 */
export type ExitMeaning = number | 'failure' | 'usage' | 'denied' | 'unanswered';

export type ExitCodes = Readonly<Record<string, ExitMeaning>>;
