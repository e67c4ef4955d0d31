import type { Environment, Service as Identity, Tool } from '../../generated/tools.js';

/**
 * What a tool server offers: its name, its tools, and the environment variables that it reads. The data is generated or
 * written by hand.
 */
export interface Offer {
  readonly identity: Identity;
  readonly tools: readonly Tool[];
  readonly environment: Environment;
}
