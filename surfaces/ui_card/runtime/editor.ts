/// <reference lib="dom" />
import type { CardField, CardMember, CardValue } from './card-model.js';

/** What stands in a form: a value, nothing at all, or something that is none. */
export type Entry =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'omitted' }
  | { readonly kind: 'fault'; readonly faults: readonly EntryFault[] };

export interface EntryFault {
  readonly label: string;
  readonly message: string;
  /** Where to mend it. */
  readonly control: HTMLElement;
}

/** Controls, and what is entered in them. */
export interface Editor {
  readonly element: HTMLElement;
  read(): Entry;
}

/** What makes the editors within an editor. */
export interface Editors {
  member(member: CardMember): Editor;
  /** An element of a list or a map, which cannot be left out: it is taken away. */
  entry(label: string, value: CardValue): Editor;
  body(field: CardField, label: string, hint: string): Editor;
}
