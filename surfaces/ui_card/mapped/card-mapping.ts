/** How a card that follows no convention of ours is operated. All selectors are CSS selectors. */
export interface CardMapping {
  /** Operation id → its form. */
  readonly forms: Readonly<Record<string, CardForm>>;
  readonly shows: CardParts;
  /** Query or fragment of the page, with `{url}`, `{url:SERVER}` and `{token}`: `?server={url}`. */
  readonly address?: string;
  /** Controls outside of the forms that get a text before each call: selector → text as in `address`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface CardForm {
  /** Clicked first, to show the form. */
  readonly open?: string;
  /** The element with the controls. Their selectors are searched in it. */
  readonly form: string;
  /** The names of arguments, or of members of the body (`body.title`) → their controls. */
  readonly fields?: Readonly<Record<string, string | CardControl>>;
  /** Each member of the body has a control. Without it, the body has one control, `body`. */
  readonly body?: 'members';
  /** Clicked to send the form. Default: its only submit button is clicked, or the form is submitted. */
  readonly submit?: string;
}

interface CardControl {
  readonly control: string;
  /** Clicked for `null`. */
  readonly null?: string;
  /** Clicked to omit the argument. */
  readonly omitted?: string;
  /** The control takes JSON text. */
  readonly json?: true;
}

/** The parts of the card that show the result of a call. Each is visible and has text only after a call. */
export interface CardParts {
  readonly success: string;
  readonly failure: string;
  /** The card refuses the input before it sends anything. */
  readonly refusal?: string;
  /** Contains the status of the reply. */
  readonly status?: string;
  /** The JSON text of the value, and that of the problem. */
  readonly value?: string;
  readonly problem?: string;
}
