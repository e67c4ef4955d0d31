import { type Argument, operationArguments } from '../../../contract/arguments.js';
import type { Operation } from '../../../contract/operation.js';
import { MULTIPART, essence, isFormMediaType } from '../../../contract/wire/message.js';

/** One flag of a command, and the argument that it passes. */
export interface FlagOfArgument {
  /** The name of the flag, without the leading dashes. */
  readonly flag: string;
  readonly argument: Argument;
}

/**
 * The flags for a body. `--body` takes the content, `--body-file` the path of a file (`-` is standard input), and
 * `--field` one field of a form.
 */
export const BODY_FLAG = 'body';
export const BODY_FILE_FLAG = 'body-file';
const FIELD_FLAG = 'field';

/** The flags that a command offers for the body of its operation. */
export function bodyFlags({ requestBody }: Operation): readonly string[] {
  const mediaType = requestBody?.content[0]?.mediaType;
  if (!isFormMediaType(mediaType)) return [BODY_FLAG, BODY_FILE_FLAG];
  return essence(mediaType) === MULTIPART ? [FIELD_FLAG] : [BODY_FLAG, BODY_FILE_FLAG, FIELD_FLAG];
}
export const BASE_URL_FLAG = 'base-url';
/** The flags that every command has. No argument of an operation gets one of these names. */
export const GLOBAL_FLAGS: readonly string[] = ['help', 'version', BASE_URL_FLAG, 'approve', 'deny'];

/**
 * The flags of the arguments of an operation, in kebab-case (`item-id`). If another argument or a global flag already
 * has the name, the location of the parameter is put in front (`query-help`). If this longer name is also taken, a
 * number is appended.
 */
export function operationFlags(operation: Operation): readonly FlagOfArgument[] {
  const taken = new Set<string>([...GLOBAL_FLAGS, BODY_FLAG, BODY_FILE_FLAG, ...bodyFlags(operation)]);
  return operationArguments(operation).map((argument) => {
    if (argument.in === 'body') return { flag: BODY_FLAG, argument };
    const candidate = kebabCase(argument.name);
    const flag = firstFree(taken, [candidate, `${argument.in}-${candidate}`]);
    taken.add(flag);
    return { flag, argument };
  });
}

/** `item_id`, `itemId` and `Item-ID` become `item-id`. All characters except letters and digits separate words. */
function kebabCase(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/);
  return (
    words
      .filter((word) => word !== '')
      .join('-')
      .toLowerCase() || 'argument'
  );
}

function firstFree(taken: ReadonlySet<string>, candidates: readonly [string, string]): string {
  const free = candidates.find((candidate) => !taken.has(candidate));
  if (free !== undefined) return free;
  let count = 2;
  while (taken.has(`${candidates[1]}-${count}`)) count += 1;
  return `${candidates[1]}-${count}`;
}
