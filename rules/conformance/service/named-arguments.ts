import { givenArguments } from '../../../contract/arguments.js';
import type { Contract } from '../../../contract/contract.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Trial } from '../../rule.js';
import { statedTexts, withoutValues } from './problems/replies/stated-reason.js';

/**
 * The parameters whose values a reply quotes. Each is described by its place, name and schema, and by the text of the
 * reply without values. Server errors of several operations with an equal description have the same cause: the code
 * that reads this parameter. Empty if the reply quotes no value; several descriptions if the parameters have the same
 * value.
 */
export function namedArguments(
  { operation, case: { input } }: Trial,
  { schemas }: Contract,
  reply: WireResponse,
): readonly string[] {
  const text = statedTexts(reply).join(' ');
  return givenArguments(operation, input).flatMap(([{ parameter }, value]) => {
    if (parameter === undefined || typeof value !== 'string' || value === '') return [];
    const masked = withoutName(text, value);
    if (masked === text) return [];
    const schema = canonicalJson(schemas.at(parameter.schema));
    return [JSON.stringify([parameter.in, parameter.name, schema, withoutValues(masked)])];
  });
}

/** Characters that separate a value from the text before and after it; the ends of the text separate it too. */
const BEFORE = new Set(['', '"', "'", '`', '/', '=', '(', '[']);
const AFTER = new Set(['', '"', "'", '`', ':', ')', ']', '\n']);

/** The text with `*` in place of each occurrence of the value between separators. */
function withoutName(text: string, value: string): string {
  let masked = '';
  let end = 0;
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
    const isNamed = BEFORE.has(text.charAt(at - 1)) && AFTER.has(text.charAt(at + value.length));
    if (!isNamed) continue;
    masked += `${text.slice(end, at)}*`;
    end = at + value.length;
  }
  return masked + text.slice(end);
}
