/// <reference lib="dom" />
import { element, freshId } from './dom.js';
import type { EntryFault } from './editor.js';

/** What is wrong with an entry, said where it is mended (WCAG 2.2 §3.3.1) until it is cleared: the list of all may be far below. */
export class ShownFault {
  readonly #line: HTMLElement;
  readonly #describedBefore: string | null;

  constructor(readonly fault: EntryFault) {
    const { control, label, message } = fault;
    this.#line = element('p', { class: 'fault', id: freshId() }, `${label} ${message}`);
    this.#describedBefore = control.getAttribute('aria-describedby');
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', [this.#describedBefore, this.#line.id].filter(Boolean).join(' '));
    // A choice of how a value is given stands beside its label, in a line of their own.
    (control.closest('.head') ?? control).after(this.#line);
  }

  clear(): void {
    const { control } = this.fault;
    this.#line.remove();
    control.removeAttribute('aria-invalid');
    if (this.#describedBefore === null) control.removeAttribute('aria-describedby');
    else control.setAttribute('aria-describedby', this.#describedBefore);
  }
}
