import type { Argument } from '../arguments.js';
import type { CaseInput } from '../case.js';
import { type Json, isJsonObject } from '../json.js';

/** `input` with one argument set; `__proto__` stays a name like any other. */
export function placed(input: CaseInput, argument: Argument, value: Json): CaseInput {
  if (argument.in === 'body') return { ...input, body: value };
  const values = input[argument.in];
  return { ...input, [argument.in]: Object.fromEntries([...(isJsonObject(values) ? Object.entries(values) : []), [argument.parameter?.name ?? argument.name, value]]) };
}
