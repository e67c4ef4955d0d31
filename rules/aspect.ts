/** Levels that a call can reach. Each level includes those before it. */
export const LEVELS = ['call', 'request', 'operation', 'reply', 'documented', 'content', 'value'] as const;

/**
 * The part of an observation that a rule reads: `call`: a call was made; `request`: a request was sent; `operation`:
 * the contract routes that request to the operation; `reply`: it received a reply; `documented`: the reply has a
 * documented status; `content`: it has a documented media type; `value`: its JSON can be read. `outcome` is separate
 * from the levels: what the caller saw of a call that ended.
 */
export type Aspect = (typeof LEVELS)[number] | 'outcome';
