/// <reference lib="dom" />

/**
 * The name of an operation, and the CSS selector of its form. `open` is the selector of the element that must be
 * clicked to show the form.
 */
interface Shown {
  readonly name: string;
  readonly form: string;
  readonly open?: string;
}

/**
 * Finds controls that have no accessible name. It runs inside the page of a card. The class is sent to the page as
 * text, so its code must not refer to anything outside the class.
 */
export class UnnamedControls {
  /**
   * The maximum number of choices and rows that are opened in one form. Without a limit, the search would never end in
   * the form of a schema that contains itself.
   */
  private readonly limit = 200;

  private readonly controls = 'input, select, textarea, button';

  /** For each form, its visible controls that have no accessible name. */
  async of(
    forms: readonly Shown[],
  ): Promise<readonly { readonly name: string; readonly unnamed: readonly string[] }[]> {
    const found: { readonly name: string; readonly unnamed: readonly string[] }[] = [];
    for (const { name, form: selector, open } of forms) {
      if (open !== undefined) document.querySelector<HTMLElement>(open)?.click();
      // A page may show a form only after its own handlers have run.
      await new Promise((resolve) => setTimeout(resolve, 0));
      const form = document.querySelector<HTMLElement>(selector);
      found.push({ name, unnamed: form === null ? [] : this.unnamed(form) });
    }
    return found;
  }

  /**
   * The visible controls that are outside of all forms and have no accessible name, such as the field for the base URL.
   * To find them, closed parts of the page are opened and closed again.
   */
  around(forms: readonly Shown[]): readonly string[] {
    const own = forms.map(({ form }) => document.querySelector<HTMLElement>(form)).filter((form) => form !== null);
    const places = (): readonly string[] =>
      [...document.querySelectorAll<HTMLElement>(this.controls)]
        .filter((control) => !own.some((form) => form.contains(control)))
        .filter((control) => this.isShown(control) && !this.isNamed(control))
        .map((control) => this.placeOf(control, document.body));
    const found = new Set(places());
    const parts = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')].slice(0, this.limit);
    for (const part of parts) {
      const closed = parts.filter((other) => !other.open && other.contains(part));
      for (const each of closed) each.open = true;
      for (const place of places()) found.add(place);
      for (const each of closed) each.open = false;
    }
    return [...found];
  }

  private unnamed(form: HTMLElement): readonly string[] {
    const restore: (() => void)[] = [];
    const seen = new Set<HTMLElement>();
    for (let next = this.closed(form, seen); next !== undefined; next = this.closed(form, seen)) {
      seen.add(next);
      restore.push(next instanceof HTMLSelectElement ? this.openEditor(next) : this.addRow(next));
    }
    const controls = [...form.querySelectorAll<HTMLElement>(this.controls)];
    const unnamed = controls.filter((control) => this.isShown(control) && !this.isNamed(control));
    const places = [...new Set(unnamed.map((control) => this.placeOf(control, form)))];
    for (const undo of restore.toReversed()) undo();
    return places;
  }

  /**
   * The next element that the search has not clicked yet: a choice that opens the editor of a value, or a button that
   * adds a row.
   */
  private closed(form: HTMLElement, seen: ReadonlySet<HTMLElement>): HTMLElement | undefined {
    if (seen.size >= this.limit) return undefined;
    return [...form.querySelectorAll<HTMLElement>('select[data-way], [data-add]')].find((each) => !seen.has(each));
  }

  /**
   * Opens the editor of a value by selecting that the value is entered in a form. Generated cards show an editor only
   * after this selection. Returns a function that restores the previous selection.
   */
  private openEditor(select: HTMLSelectElement): () => void {
    const before = select.value;
    this.choose(select, 'form');
    return () => this.choose(select, before);
  }

  /** Adds an empty row to a list. Returns a function that removes the row again. */
  private addRow(add: HTMLElement): () => void {
    add.click();
    return () => add.parentElement?.querySelector<HTMLElement>(':scope > ul > [data-row]:last-child > button')?.click();
  }

  private choose(select: HTMLSelectElement, value: string): void {
    if (![...select.options].some((option) => option.value === value)) return;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }

  private isShown(control: HTMLElement): boolean {
    return control.checkVisibility() && control.closest('[aria-hidden="true"]') === null;
  }

  /** True if the browser can compute an accessible name for the control (HTML Accessibility API Mappings 1.0 §4.1). */
  private isNamed(control: HTMLElement): boolean {
    const attribute = (name: string): string => control.getAttribute(name)?.trim() ?? '';
    const ids = attribute('aria-labelledby').split(/\s+/);
    const labels = [...((control as HTMLInputElement).labels ?? [])];
    if (ids.some((id) => id !== '' && this.hasText(document.getElementById(id)))) return true;
    if (labels.some((label) => this.hasText(label))) return true;
    if (['aria-label', 'title', 'placeholder', 'alt'].some((name) => attribute(name) !== '')) return true;
    const type = attribute('type').toLowerCase();
    // Browsers give these buttons a name.
    if (control.tagName === 'INPUT' && ['submit', 'reset', 'image'].includes(type)) return true;
    if (control.tagName === 'INPUT' && type === 'button') return attribute('value') !== '';
    return control.tagName === 'BUTTON' && this.hasText(control);
  }

  /** True if an element contains text, or an image, which may have an alternative text. */
  private hasText(element: HTMLElement | null): boolean {
    if (element === null) return false;
    const copy = element.cloneNode(true) as HTMLElement;
    if (copy.querySelector('img, svg, [aria-label], [title]') !== null) return true;
    // The options of a select and the content of a text area are not part of a label.
    for (const inner of copy.querySelectorAll('select, textarea')) inner.remove();
    return (copy.textContent ?? '').trim() !== '';
  }

  /** The names that lead to the value of a control, such as `body.name`, or else the name of the control itself. */
  private placeOf(control: HTMLElement, form: HTMLElement): string {
    const names: string[] = [];
    for (let at: HTMLElement | null = control; at !== null && at !== form; at = at.parentElement)
      if (at.dataset['name'] !== undefined) names.unshift(at.dataset['name']);
    if (names.length > 0) return names.join('.');
    const own = control.getAttribute('name') ?? control.id;
    return own === '' ? control.tagName.toLowerCase() : own;
  }
}
