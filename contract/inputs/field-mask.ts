import type { CaseInput } from '../case.js';
import { plainName } from '../plain-name.js';

/** The members that a change sets, as its field mask lists them. All names are plain names (`plainName`). */
export interface FieldMask {
  /** Members that the change sets completely. If the body lacks one of them, the change removes it. */
  readonly whole: ReadonlySet<string>;
  /** Members of which the change sets only some nested members: `address` if the mask contains `address.city`. */
  readonly partial: ReadonlySet<string>;
}

/** Whether a query parameter has a usual name of a field mask, such as `update_mask`. */
export function isMaskName(name: string): boolean {
  return NAME.test(name);
}

const NAME = /^(?:update|fields?)[-_.]?mask$/i;

/**
 * The field mask in the query of a change, such as `update_mask=title,address.city` (AIP-134, AIP-161). `undefined` if
 * the call has no mask, or a mask of all members.
 */
export function fieldMask({ query = {} }: CaseInput): FieldMask | undefined {
  const [, given] = Object.entries(query).find(([name]) => isMaskName(name)) ?? [];
  const paths = (Array.isArray(given) ? given : [given]).flatMap((each) =>
    typeof each === 'string' ? each.split(',').map((path) => path.trim()) : [],
  );
  if (paths.length === 0 || paths.includes('*')) return undefined;
  const names = (isNested: boolean): ReadonlySet<string> =>
    new Set(paths.filter((path) => path.includes('.') === isNested).map((path) => plainName(path.split('.')[0] ?? '')));
  return { whole: names(false), partial: names(true) };
}

/** Whether a change ignores a member of its body, because the field mask does not list the member. */
export function isMaskedOut({ whole, partial }: FieldMask, member: string): boolean {
  const name = plainName(member);
  return !whole.has(name) && !partial.has(name);
}
