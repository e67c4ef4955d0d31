/// <reference lib="dom" />
import type { CardField, CardMember, CardValue } from '../model/card-model.js';

/** The content of a form field: a value, nothing, or an invalid entry. */
export type Entry =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'omitted' }
  | { readonly kind: 'fault'; readonly faults: readonly EntryFault[] };

export interface EntryFault {
  readonly label: string;
  readonly message: string;
  /** The control whose entry a person must correct. */
  readonly control: HTMLElement;
}

/** The controls for one value. `read` returns the entered value. */
export interface Editor {
  readonly element: HTMLElement;
  read(): Entry;
}

/** Creates the editors that a compound editor needs for the parts of its value, and the editor of a body. */
export interface Editors {
  member(member: CardMember): Editor;
  /** The editor of an element of a list or a map. An element cannot be omitted, only removed. */
  entry(label: string, value: CardValue): Editor;
  body(field: CardField, label: string, hint: string): Editor;
}
