import { givenArguments } from '../../../contract/arguments.js';
import type { Contract } from '../../../contract/contract.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Trial } from '../../rule.js';
import { statedTexts, withoutValues } from './problems/replies/stated-reason.js';

/**
 * The parameters whose values a server error quotes, as in "cannot open 'a.txt'" for a parameter with the value
 * `a.txt`. The result has one text for each parameter: its place, name, schema, and the error message without the
 * value. If several operations have equal texts, the code that reads this parameter is the common cause of their
 * errors. Empty if the reply quotes no value.
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

/**
 * Characters that may stand before a value that a message quotes, as in `'a.txt'`; `AFTER` has those that may stand
 * after it. An empty string stands for the start or the end of the message.
 */
const BEFORE = new Set(['', '"', "'", '`', '/', '=', '(', '[']);
const AFTER = new Set(['', '"', "'", '`', ':', ')', ']', '\n']);

/**
 * The message with `*` in place of the value, at each place where the characters around the value are in `BEFORE` and
 * `AFTER`.
 */
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
