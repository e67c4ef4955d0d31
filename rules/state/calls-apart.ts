import type { RuleStatement } from '../rule.js';

/** Found by making a case again in a fresh session: what does not show there came from the calls before it. */
export const CALLS_APART: RuleStatement = {
  id: 'state/calls-apart',
  severity: 'must',
  statement: 'What a surface sends and reports of a call depends on that call alone, and what a service answers on the call and the stored state alone, not on earlier calls.',
  source: 'the contract: each operation by itself; RFC 9110 §3.3 (each request in isolation)',
  repair:
    'Find what is kept from one call to the next (a view, a header, a buffer, a cache, a counter, a default that is changed in place) and begin each call without it.',
};
