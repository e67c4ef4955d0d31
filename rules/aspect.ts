/** How far a call can get, each level including those before it. */
export const LEVELS = ['call', 'request', 'operation', 'reply', 'documented', 'content', 'value'] as const;

/**
 * What of an observation a rule reads. `call`: that there was a call; `request`: a request on the wire; `operation`: one that the
 * contract routes to the operation; `reply`: its reply; `documented`: one with a documented status; `content`: with a documented
 * media type; `value`: with JSON that could be read. `outcome`, beside them: what the caller saw of a call that ended.
 */
export type Aspect = (typeof LEVELS)[number] | 'outcome';
