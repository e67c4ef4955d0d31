import type { RuleStatement } from '../rule.js';

/** Found by making a case again in a session of its own: what then is not there any more came from the calls before it. */
export const CALLS_APART: RuleStatement = {
  id: 'state/calls-apart',
  severity: 'must',
  statement: 'What a surface sends and tells of a call depends on that call alone, and not on those that it made before.',
  source: 'the contract: each operation by itself; RFC 9110 §3.3 (each request in isolation)',
  repair:
    'Find what is kept from one call to the next (a view, a header, a buffer, a cache, a default that is changed in place) and begin each call without it.',
};
