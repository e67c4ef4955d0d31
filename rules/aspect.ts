/**
 * How far a call came, from `call` (the least) to `value` (the most). A call that reached one level also reached all
 * levels before it. `Aspect` describes each level.
 */
export const LEVELS = ['call', 'request', 'operation', 'reply', 'documented', 'content', 'value'] as const;

/**
 * What a rule needs from a call before it can judge the call. A call without it neither breaks nor verifies the rule.
 * - `call`: a call was made. `request`: a request was sent. `operation`: the contract routes this request to the called
 *   operation.
 * - `reply`: a reply was received. `documented`: the contract documents its status. `content`: the contract documents
 *   its media type. `value`: its body, if it is JSON, can be parsed.
 * - `outcome`: the call ended, and its caller saw a result. This is not one of the levels.
 */
export type Aspect = (typeof LEVELS)[number] | 'outcome';
