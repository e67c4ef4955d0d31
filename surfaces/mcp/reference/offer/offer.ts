import type { Environment, Service as Identity, Tool } from '../../generated/tools.js';

/**
 * The name of a tool server, its tools, and the environment variables that it reads. They are generated, or declared by
 * hand.
 */
export interface Offer {
  readonly identity: Identity;
  readonly tools: readonly Tool[];
  readonly environment: Environment;
}
