import type { Environment, Service as Identity, Tool } from '../generated/tools.js';

/** What a tool server is called, what it offers, and which environment variables it reads: generated, or declared by hand. */
export interface Offer {
  readonly identity: Identity;
  readonly tools: readonly Tool[];
  readonly environment: Environment;
}
