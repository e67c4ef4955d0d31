import type { SourceLocation } from './json/source-location.js';

/**
 * The only error class of the project, for misuse and for missing prerequisites. Expected failures, such as a faulty
 * contract or an unexpected reply, are returned as data with a location.
 */
export class ParityError extends Error {
  override readonly name = 'ParityError';

  constructor(
    /** Stable and kebab-case. Programs branch on the code, never on the message. */
    readonly code: string,
    message: string,
    /** The fix, as one imperative sentence. */
    readonly repair: string,
    options: { readonly cause?: unknown; readonly location?: SourceLocation } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.location = options.location;
  }

  readonly location: SourceLocation | undefined;
}
