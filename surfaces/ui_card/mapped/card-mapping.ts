/** How to operate a card that does not have the elements of the generated card. All selectors are CSS selectors. */
export interface CardMapping {
  /** The form of each operation, by operation id. */
  readonly forms: Readonly<Record<string, CardForm>>;
  readonly shows: CardParts;
  /**
   * The query or fragment of the page's address, such as `?server={url}`. `{url}`, `{url:SERVER}` and `{token}` are
   * replaced.
   */
  readonly address?: string;
  /**
   * The texts to enter in controls outside of the forms, before each call. The key is the selector of the control. The
   * text may contain placeholders as in `address`.
   */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface CardForm {
  /** The element that is clicked first, to show the form. */
  readonly open?: string;
  /** The element that contains the controls. Selectors of controls are searched in it. */
  readonly form: string;
  /** The controls of the form. The key is the name of an argument, or of a member of the body (`body.title`). */
  readonly fields?: Readonly<Record<string, string | CardControl>>;
  /** `members`: each member of the body has a control. Default: only one control, `body`. */
  readonly body?: 'members';
  /**
   * The element that is clicked to send the form. By default, the submit button is clicked if the form has exactly one.
   * Otherwise, the form is submitted.
   */
  readonly submit?: string;
}

interface CardControl {
  readonly control: string;
  /** The element that is clicked to enter `null`. */
  readonly null?: string;
  /** The element that is clicked to omit the argument. */
  readonly omitted?: string;
  /** True if the control takes JSON text. */
  readonly json?: true;
}

/** The parts of the card that show the result of a call. Each is visible and has text only after a call. */
export interface CardParts {
  readonly success: string;
  readonly failure: string;
  /** The element that appears if the card refused the input and sent no request. */
  readonly refusal?: string;
  /** The element that contains the status of the reply. */
  readonly status?: string;
  /**
   * The element that contains the JSON text of the value. `problem`: the element that contains the JSON text of the
   * problem.
   */
  readonly value?: string;
  readonly problem?: string;
}
