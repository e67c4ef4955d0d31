import type { RuleStatement } from '../rule.js';

/**
 * The rule for a fault that only occurs if other calls came before. To find such faults, each failed case runs again in
 * a fresh session. If it then succeeds, the earlier calls caused the fault.
 */
export const CALLS_APART: RuleStatement = {
  id: 'state/calls-apart',
  severity: 'must',
  statement:
    'The request and the outcome of a call on a surface depend only on that call. The reply of a service depends only on the request and the stored state.',
  source:
    'the contract: it describes each operation independently of other operations; RFC 9110 §3.3 (each request in isolation)',
  repair:
    'Find the state that one call leaves for the next (a view, a header, a buffer, a cache, a counter, a default that was changed in place), and reset it for each call.',
};
