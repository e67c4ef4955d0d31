import { type Argument, operationArguments } from '../../contract/arguments.js';
import type { Operation } from '../../contract/operation.js';

/** One flag of a command and the argument it stands for. */
export interface FlagOfArgument {
  /** Without the leading dashes. */
  readonly flag: string;
  readonly argument: Argument;
}

/** The body may also come from a file, or from standard input for `-`. */
export const BODY_FLAG = 'body';
export const BODY_FILE_FLAG = 'body-file';
/** Flags that every command has, so that no argument can be called that. */
export const GLOBAL_FLAGS: readonly string[] = ['help', 'version', 'base-url', 'approve', 'deny'];

/**
 * The flags of an operation: the flat arguments in kebab-case. One whose name is taken, by an argument before it or by
 * every command, has its location in front of it (`query-help`), and a number behind it where even that is taken.
 */
export function operationFlags(operation: Operation): readonly FlagOfArgument[] {
  const taken = new Set<string>([...GLOBAL_FLAGS, BODY_FLAG, BODY_FILE_FLAG]);
  return operationArguments(operation).map((argument) => {
    if (argument.in === 'body') return { flag: BODY_FLAG, argument };
    const wish = kebabCase(argument.name);
    const flag = firstFree(taken, [wish, `${argument.in}-${wish}`]);
    taken.add(flag);
    return { flag, argument };
  });
}

/** `item_id`, `itemId` and `Item-ID` are `item-id`; what a shell or a parser may trip over separates words. */
function kebabCase(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/);
  return words.filter((word) => word !== '').join('-').toLowerCase() || 'argument';
}

function firstFree(taken: ReadonlySet<string>, wishes: readonly [string, string]): string {
  const free = wishes.find((wish) => !taken.has(wish));
  if (free !== undefined) return free;
  let count = 2;
  while (taken.has(`${wishes[1]}-${count}`)) count += 1;
  return `${wishes[1]}-${count}`;
}
