/// <reference lib="dom" />
import type { CardField, CardMember, CardValue } from '../model/card-model.js';

/** What a user has entered for one value: a value, nothing, or something invalid. */
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

/** The controls for one value on the page. `read` returns what the user has entered. */
export interface Editor {
  readonly element: HTMLElement;
  read(): Entry;
}

/**
 * Creates editors. The editor of an object, list, map or union needs it to create the editors of the parts of its
 * value.
 */
export interface Editors {
  member(member: CardMember): Editor;
  /** The editor of an element of a list or a map. An element cannot be omitted, only removed. */
  entry(label: string, value: CardValue): Editor;
  body(field: CardField, label: string, hint: string): Editor;
}
