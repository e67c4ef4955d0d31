import type { Environment, Service as Identity, Tool } from '../../generated/tools.js';

/** A tool server's name, its tools, and the environment variables it reads: generated, or declared by hand. */
export interface Offer {
  readonly identity: Identity;
  readonly tools: readonly Tool[];
  readonly environment: Environment;
}
