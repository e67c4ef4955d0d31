import { type Json, isJsonObject } from '../contract/json/json.js';
import type { Violation } from './finding.js';
import type { TrialRule } from './rule.js';

/** The text that replaces the token in a violation. */
export const TOKEN_SHOWN = '(the token)';
/**
 * A token with fewer characters is not redacted. It protects nothing, and many texts contain so short a text by chance.
 */
const MIN_TOKEN_LENGTH = 6;
const MAX_DEPTH = 64;
const NAMES: ReadonlySet<string> = new Set(['surface', 'kind', 'blame', 'relation', 'tolerance']);

/** Wraps a rule, and replaces the token of the caller in every text of the rule's violations. */
export function withRedactedToken(rule: TrialRule): TrialRule {
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
  // The token is first converted to UTF-8 bytes, because `encodeURIComponent` throws for a lone surrogate.
  const spellings = [...new Set([token, encodeURIComponent(Buffer.from(token).toString())])];
  const text = (shown: string): string =>
    spellings.reduce((left, spelling) => left.replaceAll(spelling, TOKEN_SHOWN), shown);
  // The token is replaced in every member that is a text, including members that are added to violations in the future.
  // Names from the contract and the configuration are kept.
  const shown = Object.entries(violation).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' && !NAMES.has(name) ? text(value) : value,
  ]);
  return {
    ...(Object.fromEntries(shown) as unknown as Violation),
    expected: masked(violation.expected, text, 0),
    received: masked(violation.received, text, 0),
  };
}

function masked(value: Json, text: (shown: string) => string, depth: number): Json {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '(nested too deeply to be shown)';
  if (!isJsonObject(value)) return value.map((item) => masked(item, text, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [text(name), masked(member, text, depth + 1)]),
  );
}
