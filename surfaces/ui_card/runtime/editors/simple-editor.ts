/// <reference lib="dom" />
import type { CardField } from '../model/card-model.js';
import { element } from '../page/dom.js';
import type { Editor, Entry } from './editor.js';
import { numberFault, textFault } from './field-fault.js';

/** A text area in which the user enters JSON. It is used for values that no form can express. */
export function jsonBody(label: string, hint: string): Editor {
  const attributes = { 'aria-label': `${label} as JSON`, 'aria-describedby': hint, spellcheck: 'false', rows: '3' };
  const control = element('textarea', { 'data-control': 'json', ...attributes });
  const read = (): Entry => {
    try {
      return { kind: 'value', value: JSON.parse(control.value) as unknown };
    } catch {
      return { kind: 'fault', faults: [{ label, message: 'is not JSON', control }] };
    }
  };
  return { element: control, read };
}

/** A control for texts. It is a text area, because an input element would remove line ends. */
export function textBody(field: Extract<CardField, { kind: 'text' }>, label: string, hint: string): Editor {
  const control = element('textarea', {
    'data-control': 'text',
    'aria-label': label,
    'aria-describedby': hint,
    rows: '1',
  });
  return {
    element: control,
    read: () => checked(control, label, textFault(field, control.value), () => control.value),
  };
}

export function numberBody(field: Extract<CardField, { kind: 'number' }>, label: string, hint: string): Editor {
  const attributes = {
    type: 'text',
    inputmode: 'decimal',
    'data-control': 'number',
    'aria-label': label,
    'aria-describedby': hint,
  };
  const control = element('input', attributes);
  return {
    element: control,
    read: () => checked(control, label, numberFault(field, control.value), () => Number(control.value)),
  };
}

export function choiceBody(options: readonly string[], label: string, hint: string): Editor {
  const control = element('select', { 'data-control': 'choice', 'aria-label': label, 'aria-describedby': hint });
  control.append(...options.map((option) => element('option', { value: option }, shown(option))));
  return { element: control, read: () => ({ kind: 'value', value: JSON.parse(control.value) as unknown }) };
}

export function fileBody(label: string, hint: string): Editor {
  const attributes = { type: 'file', 'data-control': 'file', 'aria-label': label, 'aria-describedby': hint };
  const control = element('input', attributes);
  const read = (): Entry => {
    const file = control.files?.[0];
    if (file !== undefined) return { kind: 'value', value: file };
    return { kind: 'fault', faults: [{ label, message: 'has no file', control }] };
  };
  return { element: control, read };
}

/**
 * The text of an option. A string has no quotes unless it looks like another JSON value or contains other characters
 * than letters: `"red"` is shown as `red`, and `"5"` as `"5"`.
 */
function shown(option: string): string {
  const value: unknown = JSON.parse(option);
  return typeof value === 'string' && /^[A-Za-z_-]+$/.test(value) ? value : option;
}

function checked(control: HTMLElement, label: string, fault: string | undefined, value: () => unknown): Entry {
  return fault === undefined
    ? { kind: 'value', value: value() }
    : { kind: 'fault', faults: [{ label, message: fault, control }] };
}
