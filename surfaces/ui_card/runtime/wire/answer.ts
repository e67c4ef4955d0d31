/** The result of a call, as the card displays it. */
export type Answer = Reply | { readonly kind: 'streamed'; readonly status: number };

export interface Reply {
  readonly kind: 'reply';
  readonly isSuccess: boolean;
  /** The status of the reply. It is omitted for the success of a tool, which has no status. */
  readonly status?: number;
  /** True if `value` is parsed JSON. False if `value` is the text of the reply. */
  readonly isJson: boolean;
  readonly value: unknown;
  readonly isEmpty: boolean;
}
