import type { Argument } from '../../../contract/arguments.js';
import type { CaseInput } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import { setMember } from '../../../contract/json/members.js';

/** `input` with one argument set. A body gets `mediaType`, or keeps the media type of the previous body. */
export function placed(input: CaseInput, argument: Argument, value: Json, mediaType?: string): CaseInput {
  if (argument.in === 'body') return { ...input, body: value, ...(mediaType !== undefined && { mediaType }) };
  const values: Record<string, Json> = { ...input[argument.in] };
  setMember(values, argument.parameter?.name ?? argument.name, value);
  return { ...input, [argument.in]: values };
}

/** `input` without one argument. */
export function withoutArgument(input: CaseInput, argument: Argument): CaseInput {
  if (argument.in === 'body') {
    const { body: _, mediaType: __, ...rest } = input;
    return rest;
  }
  const { [argument.parameter?.name ?? argument.name]: _, ...rest } = input[argument.in] ?? {};
  return { ...input, [argument.in]: rest };
}
