/// <reference lib="dom" />
import type { MappedField, MappedTask } from './mapped-task.js';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type MappedDone =
  | {
      readonly kind: 'seen';
      readonly sight: {
        readonly views: readonly string[];
        readonly heading: string;
        readonly status: string;
        readonly json?: string;
        readonly parsedMarkup: boolean;
        readonly events: readonly [];
      };
    }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'inexpressible'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Operates a card of the user. The configuration states the CSS selectors of its elements. It runs inside a page that
 * was just loaded. The class is sent to the page as text, so its code must not refer to anything outside the class.
 */
export class MappedOperator {
  /**
   * The maximum length of a text that is read from the page. It is the limit plus one character, so that a longer text
   * can be recognised.
   */
  private readonly mostShown = 4 * 1024 * 1024 + 1;

  async perform(task: MappedTask): Promise<MappedDone> {
    const [first] = task.settings;
    const patience = Math.min(task.timeoutMs, 1000);
    await this.appears(task.open ?? first?.[0] ?? task.form, patience);
    for (const [selector, text] of task.settings) this.type(this.find<Control>(document, selector), text);
    if (task.open !== undefined) this.find<HTMLElement>(document, task.open).click();
    await this.appears(task.form, patience);
    const form = this.find<HTMLElement>(document, task.form);
    for (const field of task.fields) {
      const reason = this.fill(form, field);
      if (reason !== undefined) return { kind: 'inexpressible', reason };
    }
    const before = this.see(task).views;
    if (before.length > 0) throw new Error(`the card already shows its ${before.join(' and ')} before a call`);
    const refusal = this.submit(form, task.submit);
    if (refusal !== undefined) return { kind: 'refused', reason: refusal };
    return this.settled(task);
  }

  /** The operations whose forms are on the card. */
  async offered(
    forms: Readonly<Record<string, { readonly open?: string; readonly form: string }>>,
    timeoutMs: number,
  ): Promise<readonly string[]> {
    const offered: string[] = [];
    for (const [operation, { open, form }] of Object.entries(forms)) {
      if (open !== undefined && !(await this.appears(open, timeoutMs))) continue;
      if (open !== undefined) this.find<HTMLElement>(document, open).click();
      if (await this.appears(form, timeoutMs)) offered.push(operation);
    }
    return offered;
  }

  /** Waits until an element exists, because a page may create its elements after it has loaded. */
  private async appears(selector: string, timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (document.querySelector(selector) === null) {
      if (performance.now() > end) return false;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return true;
  }

  /** Fills in one field of the form. Returns the reason if its control cannot express the value. */
  private fill(form: HTMLElement, field: MappedField): string | undefined {
    const { name, value } = field;
    const chosen = value === undefined ? field.omitted : value === null ? field.null : undefined;
    if (chosen !== undefined) {
      this.find<HTMLElement>(form, chosen).click();
      return undefined;
    }
    const control = this.find<Control>(form, field.control);
    if (value === undefined) return this.leave(form, control, field);
    if (field.json === true) return this.text(control, JSON.stringify(value), name);
    if (this.typeOf(control) === 'file') return this.choose(control as HTMLInputElement, value, name);
    if (this.typeOf(control) === 'checkbox') return this.check(control as HTMLInputElement, value, name);
    if (!this.takes(control, field)) return `the control of ${name} does not accept ${JSON.stringify(value)}`;
    const text = String(value);
    if (this.typeOf(control) === 'radio') return this.pick(form, field.control, text, name);
    if (text === '' && !field.isRequired && field.omitted === undefined)
      return `the form omits ${name} if its control is empty, so it cannot send an empty text`;
    return this.text(control, text, name);
  }

  /**
   * True if the control can express values of this type. A number control accepts only numbers. A text control accepts
   * strings only if the contract permits a string for the argument.
   */
  private takes(control: Control, { value, types }: MappedField): boolean {
    if (['number', 'range'].includes(this.typeOf(control))) return typeof value === 'number';
    if (types.length === 0 || types.includes('string')) return typeof value === 'string';
    if (typeof value === 'number')
      return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
    return typeof value === 'boolean' && types.includes('boolean');
  }

  /** Clears a control, so that the form omits the value. Returns the reason if the form would still send a value. */
  private leave(
    form: HTMLElement,
    control: Control,
    { name, control: selector, isRequired }: MappedField,
  ): string | undefined {
    const always = `the form always sends ${name}, so it cannot be omitted`;
    const type = this.typeOf(control);
    if (isRequired || type === 'checkbox') return always;
    if (type === 'radio') return form.querySelector(`:is(${selector}):checked`) === null ? undefined : always;
    return control.value === '' || this.text(control, '', name) === undefined ? undefined : always;
  }

  private check(control: HTMLInputElement, value: unknown, name: string): string | undefined {
    if (typeof value !== 'boolean') return `the control of ${name} does not accept ${JSON.stringify(value)}`;
    if (control.checked !== value) control.click();
    return control.checked === value ? undefined : `a click does not change the state of the control of ${name}`;
  }

  /** Chooses a file. Each character of the text is one byte of the file. */
  private choose(control: HTMLInputElement, value: unknown, name: string): string | undefined {
    if (typeof value !== 'string' || !/^[\0-\xff]*$/.test(value))
      return `the control of ${name} accepts only the bytes of a file`;
    const files = new DataTransfer();
    files.items.add(new File([Uint8Array.from(value, (character) => character.charCodeAt(0))], 'blob'));
    control.files = files.files;
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
    return undefined;
  }

  private pick(form: HTMLElement, selector: string, text: string, name: string): string | undefined {
    const choice = [...form.querySelectorAll<HTMLInputElement>(selector)].find(({ value }) => value === text);
    if (choice === undefined) return `the control of ${name} has no choice ${JSON.stringify(text)}`;
    choice.click();
    return undefined;
  }

  private text(control: Control, text: string, name: string): string | undefined {
    // The length is checked here, because a script can enter more characters than the control permits.
    const most = control instanceof HTMLSelectElement ? -1 : control.maxLength;
    if (most >= 0 && text.length > most) return `the control of ${name} accepts at most ${most} UTF-16 code units`;
    this.type(control, text);
    return control.value === text
      ? undefined
      : `the control of ${name} changes the text ${JSON.stringify(text.slice(0, 200))}`;
  }

  private type(control: Control, text: string): void {
    // The setter of the prototype is called. Frameworks override the setter of the element, and would miss the change.
    const prototype: unknown = Object.getPrototypeOf(control);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text);
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }

  private typeOf(control: Control): string {
    return control.type;
  }

  /** Submits the form. Returns the message of the browser if the browser refuses the input. */
  private submit(form: HTMLElement, submit: string | undefined): string | undefined {
    let message: string | undefined;
    const listen = ({ target }: Event): void => void (message ??= (target as HTMLInputElement).validationMessage);
    form.addEventListener('invalid', listen, true);
    if (submit !== undefined)
      (form.querySelector<HTMLElement>(submit) ?? this.find<HTMLElement>(document, submit)).click();
    else if (form instanceof HTMLFormElement) this.click(form);
    else throw new Error('the configured form is not a <form> element, and `submit` names no element that submits it');
    form.removeEventListener('invalid', listen, true);
    return message;
  }

  /**
   * Submits the form. If it has one submit button, the button is clicked, so that its own handlers run. With several
   * submit buttons, it is unclear which one to click, so the form itself is submitted.
   */
  private click(form: HTMLFormElement): void {
    const buttons = [...form.elements].filter((each) => (each as HTMLButtonElement).type === 'submit');
    if (buttons.length === 1) (buttons[0] as HTMLElement).click();
    else form.requestSubmit();
  }

  private async settled(task: MappedTask): Promise<MappedDone> {
    const end = performance.now() + task.timeoutMs;
    while (performance.now() < end) {
      const sight = this.see(task);
      if (sight.views.length > 0 && document.querySelector('[aria-busy=true]') === null) return { kind: 'seen', sight };
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { kind: 'timeout' };
  }

  private see({ shows, parsedMarkup }: MappedTask): Extract<MappedDone, { kind: 'seen' }>['sight'] {
    const views = [
      ['result', this.shown(shows.success)],
      ['problem', this.shown(shows.failure)],
      ['refusal', this.shown(shows.refusal)],
    ] as const;
    const seen = views.filter(([, text]) => text !== undefined);
    const json = this.shown(seen[0]?.[0] === 'problem' ? shows.problem : shows.value);
    return {
      views: seen.map(([view]) => view),
      heading: seen[0]?.[1]?.slice(0, 2000) ?? '',
      status: /(?<!\d)[1-5]\d\d(?!\d)/.exec(this.shown(shows.status) ?? '')?.[0] ?? '',
      ...(json !== undefined && { json }),
      parsedMarkup: document.body.textContent.includes(parsedMarkup),
      events: [],
    };
  }

  /** The text of a part of the page. `undefined` if the part is invisible or has no text. */
  private shown(selector: string | undefined): string | undefined {
    const found = selector === undefined ? null : document.querySelector<HTMLElement>(selector);
    if (found?.checkVisibility() !== true) return undefined;
    const text = found.innerText.slice(0, this.mostShown);
    return text.trim() === '' ? undefined : text;
  }

  // eslint-disable-next-line typescript/no-unnecessary-type-parameters -- same signature as `querySelector`
  private find<Found extends Element>(within: ParentNode, selector: string): Found {
    const found = within.querySelector<Found>(selector);
    if (found === null) throw new Error(`the card has no element ${selector}`);
    return found;
  }
}
