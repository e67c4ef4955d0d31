import type { SourceLocation } from './json/source-location.js';

/**
 * The only error class of the project. It is thrown for misuse and for missing prerequisites. Expected failures, such
 * as a faulty contract, are returned as data with a location instead.
 */
export class ParityError extends Error {
  override readonly name = 'ParityError';

  constructor(
    /**
     * The kind of the error, in kebab-case. It stays the same between versions: programs must use it instead of the
     * message.
     */
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
