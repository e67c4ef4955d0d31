import type { RuleStatement } from '../rule.js';

/** Found by running a case again in a fresh session: a fault that does not occur there was caused by earlier calls. */
export const CALLS_APART: RuleStatement = {
  id: 'state/calls-apart',
  severity: 'must',
  statement:
    'What a surface sends and reports for a call depends only on that call, and what a service replies depends only on the request and the stored state.',
  source: 'the contract: each operation by itself; RFC 9110 §3.3 (each request in isolation)',
  repair:
    'Find the state that survives from one call to the next (a view, a header, a buffer, a cache, a counter, a default changed in place) and reset it for each call.',
};
