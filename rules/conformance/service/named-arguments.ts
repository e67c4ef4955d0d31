import { givenArguments } from '../../../contract/arguments.js';
import type { Contract } from '../../../contract/contract.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Trial } from '../../rule.js';
import { statedTexts, withoutValues } from './problems/stated-reason.js';

/**
 * The parameters whose value a reply names, each with its schema and the text of the reply without values; empty if the
 * reply names none. Several parameters have one value if inputs are small. Operations with a common result fail in the code that reads this parameter: a text that fits every
 * failure of a service names no value.
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
