import type { CaseInput } from '../../../../contract/case.js';
import { isJsonObject } from '../../../../contract/json/json.js';

/** Texts whose letter case is changed. Other scripts have letters whose case cannot be changed back. */
const ASCII = /^[ -~]*$/;

/** An input with the other letter case in the members of the body that `names` lists. */
export function inOtherCase(input: CaseInput, names: readonly string[]): CaseInput {
  const { body } = input;
  if (!isJsonObject(body)) return input;
  const changed = names.flatMap((name) => {
    const value = body[name];
    if (typeof value !== 'string' || !ASCII.test(value)) return [];
    return [[name, value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()] as const];
  });
  return { ...input, body: { ...body, ...Object.fromEntries(changed) } };
}
