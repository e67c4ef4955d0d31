/// <reference lib="dom" />
import type { Caller } from '../wire/caller.js';
import { Calls } from './calls.js';
import type { CardOperation } from '../model/card-model.js';
import { element, freshId, prose } from '../page/dom.js';
import type { EntryFault } from '../editors/editor.js';
import { ShownFault } from '../editors/shown-fault.js';
import { memberEditor } from '../editors/value-editor.js';

/** A part of the card. It is visible after its button was clicked. */
export interface Panel {
  /** The label of the button. */
  readonly label: string;
  /** The `operationId`; omitted for a tool that is not an operation of the card. */
  readonly operation?: string;
  readonly element: HTMLElement;
  readonly calls: Calls;
}

/** A panel with the form of one operation. The result of the last call is shown below the form. */
export function operationPanel(operation: CardOperation, caller: Caller): Panel {
  const calls = new Calls((args, signal, onEvent) => caller(operation, args, signal, onEvent));
  const heading = element('h2', { id: freshId() }, operation.title);
  const hint = element('p', { class: 'hint' }, ...prose(operation.description));
  const form = operationForm(operation, heading.id, calls);
  const section = element(
    'section',
    { 'data-operation': operation.id },
    heading,
    hint,
    form,
    calls.progress,
    calls.output,
  );
  return { label: operation.title, operation: operation.id, element: section, calls };
}

/** A panel without a form. It shows a note about the reason, and the calls that the host makes. */
export function showingPanel(label: string, note: string, operation?: string): Panel {
  const calls = new Calls(() => Promise.reject(new Error(note)));
  const notes = note === '' ? [] : [element('p', {}, note)];
  const section = element('section', {}, element('h2', {}, label), ...notes, calls.progress, calls.output);
  return { label, ...(operation !== undefined && { operation }), element: section, calls };
}

function operationForm(operation: CardOperation, labelledBy: string, calls: Calls): HTMLElement {
  const editors = operation.inputs.map((input) => ({ input, editor: memberEditor(input) }));
  const submit = element('button', { type: 'submit' }, operation.title);
  const form = element('form', {
    name: operation.id,
    'aria-labelledby': labelledBy,
    novalidate: true,
    autocomplete: 'off',
  });
  form.append(
    ...editors.map(({ editor }) => editor.element),
    element('div', { class: 'actions' }, submit, calls.cancelButton),
  );
  let shown: readonly ShownFault[] = [];
  const run = (event: Event): void => {
    event.preventDefault();
    const args = new Map<string, unknown>();
    const faults: EntryFault[] = [];
    for (const { input, editor } of editors) {
      const entry = editor.read();
      if (entry.kind === 'value') args.set(input.name, entry.value);
      else if (entry.kind === 'fault') faults.push(...entry.faults);
    }
    shown.forEach((fault) => fault.clear());
    shown = faults.map((fault) => new ShownFault(fault));
    if (faults.length > 0) calls.refuse(faults);
    else void calls.start(args);
  };
  form.addEventListener('submit', run);
  // A frame without `allow-forms` never fires `submit` (WHATWG HTML §4.10.21.3), so the click is used instead.
  submit.addEventListener('click', run);
  return form;
}
