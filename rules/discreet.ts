import { type Json, isJsonObject } from '../contract/json/json.js';
import type { Violation } from './finding.js';
import type { TrialRule } from './rule.js';

/** What stands in a violation in the place of the token. */
export const TOKEN_SHOWN = '(the token)';
/** Shorter ones protect nothing and stand in half of all texts by chance. */
const MIN_TOKEN_LENGTH = 6;
const MAX_DEPTH = 64;

/** A rule of which no violation holds the caller's token, wherever a surface or a service has put it. */
export function discreet(rule: TrialRule): TrialRule {
  return {
    ...rule,
    check: (trial, context) => {
      const violations = rule.check(trial, context);
      return violations === undefined || violations.length === 0
        ? violations
        : violations.map((violation) => withoutToken(violation, context.token));
    },
  };
}

function withoutToken(violation: Violation, token: string): Violation {
  if (token.length < MIN_TOKEN_LENGTH) return violation;
  // By way of bytes, since a lone surrogate has no percent-encoding.
  const spellings = [...new Set([token, encodeURIComponent(Buffer.from(token).toString())])];
  const text = (shown: string): string => spellings.reduce((left, spelling) => left.replaceAll(spelling, TOKEN_SHOWN), shown);
  const { pointer, message, expected, received, cause, repair } = violation;
  return {
    ...violation,
    pointer: text(pointer),
    message: text(message),
    expected: masked(expected, text, 0),
    received: masked(received, text, 0),
    ...(cause !== undefined && { cause: text(cause) }),
    ...(repair !== undefined && { repair: text(repair) }),
  };
}

function masked(value: Json, text: (shown: string) => string, depth: number): Json {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '(nested too deeply to be shown)';
  if (!isJsonObject(value)) return value.map((item) => masked(item, text, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), masked(member, text, depth + 1)]));
}
