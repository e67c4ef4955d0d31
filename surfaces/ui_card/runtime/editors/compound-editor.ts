/// <reference lib="dom" />
import type { CardField, CardMember, CardValue } from '../model/card-model.js';
import { element } from '../page/dom.js';
import type { Editor, Editors, Entry, EntryFault } from './editor.js';

/**
 * The editor of an object: it has an editor for each member. `fromEntries` creates an own member even for the name
 * `__proto__`.
 */
export function objectBody(editors: Editors, members: readonly CardMember[]): Editor {
  const parts = members.map((member) => ({ name: member.name, editor: editors.member(member) }));
  const holder = element('div', { class: 'members' }, ...parts.map(({ editor }) => editor.element));
  return {
    element: holder,
    read: () =>
      joined(
        parts.map(({ name, editor }) => [name, editor.read()] as const),
        Object.fromEntries,
      ),
  };
}

interface Row {
  readonly element: HTMLElement;
  readonly key: HTMLTextAreaElement | undefined;
  readonly editor: Editor;
}

export function listBody(editors: Editors, of: CardValue, label: string): Editor {
  return rowsBody(editors, of, label, false, (rows) =>
    joined(
      rows.map(({ editor }) => ['', editor.read()] as const),
      (entries) => entries.map(([, value]) => value),
    ),
  );
}

export function mapBody(editors: Editors, of: CardValue, label: string): Editor {
  return rowsBody(editors, of, label, true, (rows) => {
    const twice = rows.find(({ key }, index) => rows.slice(0, index).some((other) => other.key?.value === key?.value));
    if (twice?.key)
      return { kind: 'fault', faults: [{ label, message: 'has two entries with this name', control: twice.key }] };
    return joined(
      rows.map(({ key, editor }) => [key?.value ?? '', editor.read()] as const),
      Object.fromEntries,
    );
  });
}

function rowsBody(
  editors: Editors,
  of: CardValue,
  label: string,
  named: boolean,
  read: (rows: readonly Row[]) => Entry,
): Editor {
  const rows: Row[] = [];
  const list = element('ul', { class: 'rows' });
  const add = element('button', { type: 'button', 'data-add': true }, `Add to ${label}`);
  add.addEventListener('click', () => {
    const row = rowOf(editors, of, label, named, () => {
      rows.splice(rows.indexOf(row), 1);
      row.element.remove();
      add.focus();
    });
    rows.push(row);
    list.append(row.element);
  });
  return { element: element('div', { class: 'rows-holder' }, list, add), read: () => read(rows) };
}

function rowOf(editors: Editors, of: CardValue, label: string, named: boolean, remove: () => void): Row {
  const editor = editors.entry(`${label} entry`, of);
  const key = named
    ? element('textarea', { 'data-control': 'key', 'aria-label': `${label}: name of the entry`, rows: '1' })
    : undefined;
  const drop = element(
    'button',
    { type: 'button', class: 'quiet', 'aria-label': `Remove this entry of ${label}` },
    'Remove',
  );
  drop.addEventListener('click', remove);
  const shownKey =
    key === undefined ? [] : [element('p', { class: 'hint', 'aria-hidden': 'true' }, 'name of the entry'), key];
  return { element: element('li', { 'data-row': true }, ...shownKey, editor.element, drop), key, editor };
}

export function unionBody(
  editors: Editors,
  branches: readonly { readonly label: string; readonly field: CardField }[],
  label: string,
  hint: string,
): Editor {
  const choice = element('select', {
    'data-branch': true,
    'aria-label': `${label}: which kind`,
    'aria-describedby': hint,
  });
  choice.append(...branches.map((branch, index) => element('option', { value: String(index) }, branch.label)));
  const holder = element('div', { class: 'branch' });
  let body: Editor | undefined;
  const show = (): void => {
    const field = branches[Number(choice.value)]?.field ?? { kind: 'json' };
    body = editors.body(field, label, hint);
    holder.dataset['kind'] = field.kind;
    holder.replaceChildren(body.element);
  };
  choice.addEventListener('change', show);
  show();
  return {
    element: element('div', { class: 'union' }, choice, holder),
    read: () => body?.read() ?? { kind: 'omitted' },
  };
}

/**
 * Combines the entries of all parts. If parts have faults, the result has all their faults. Otherwise it is made from
 * the values of the parts that have a value.
 */
function joined(
  parts: readonly (readonly [string, Entry])[],
  make: (entries: readonly (readonly [string, unknown])[]) => unknown,
): Entry {
  const faults: EntryFault[] = parts.flatMap(([, entry]) => (entry.kind === 'fault' ? entry.faults : []));
  if (faults.length > 0) return { kind: 'fault', faults };
  return {
    kind: 'value',
    value: make(parts.flatMap(([name, entry]) => (entry.kind === 'value' ? [[name, entry.value] as const] : []))),
  };
}
