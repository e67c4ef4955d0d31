/** Levels that a call can reach. Each level includes the levels before it. */
export const LEVELS = ['call', 'request', 'operation', 'reply', 'documented', 'content', 'value'] as const;

/**
 * The part of an observation that a rule reads.
 * - `call`: a call was made. `request`: a request was sent. `operation`: the contract routes that request to the
 *   operation.
 * - `reply`: a reply was received. `documented`: its status is documented. `content`: its media type is documented.
 *   `value`: its JSON can be read.
 * - `outcome`: what the caller saw of a call that ended. It is not one of the levels.
 */
export type Aspect = (typeof LEVELS)[number] | 'outcome';
