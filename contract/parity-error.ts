import type { SourceLocation } from './json/source-location.js';

/**
 * The one error class of the project: a misuse, or a prerequisite that is not there. What is expected to go wrong
 * (a broken contract, an odd reply) is data with a location, never a throw.
 */
export class ParityError extends Error {
  override readonly name = 'ParityError';

  constructor(
    /** Stable, kebab-case; programs decide by this and never by the text. */
    readonly code: string,
    message: string,
    /** What to change so that it goes away; one sentence in the imperative. */
    readonly repair: string,
    options: { readonly cause?: unknown; readonly location?: SourceLocation } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.location = options.location;
  }

  readonly location: SourceLocation | undefined;
}
