/// <reference lib="dom" />
import { element, freshId } from '../page/dom.js';
import type { EntryFault } from './editor.js';

/**
 * Shows the fault of an entry beside its control until it is corrected (WCAG 2.2 §3.3.1). There is also a list of all
 * faults, but it may be far below the control.
 */
export class ShownFault {
  readonly #line: HTMLElement;
  readonly #describedBefore: string | null;

  constructor(readonly fault: EntryFault) {
    const { control, label, message } = fault;
    this.#line = element('p', { class: 'fault', id: freshId() }, `${label} ${message}`);
    this.#describedBefore = control.getAttribute('aria-describedby');
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', [this.#describedBefore, this.#line.id].filter(Boolean).join(' '));
    // If the control is in the line of the label, the fault is shown below this line.
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
