/** What came of a call, as far as a person is concerned. */
export type Answer = Reply | { readonly kind: 'streamed'; readonly status: number };

export interface Reply {
  readonly kind: 'reply';
  readonly isSuccess: boolean;
  /** A tool's result has none where it succeeds. */
  readonly status?: number;
  /** `value` is what the text says, and not the text. */
  readonly isJson: boolean;
  readonly value: unknown;
  readonly isEmpty: boolean;
}
