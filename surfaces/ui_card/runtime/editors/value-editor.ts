/// <reference lib="dom" />
import type { CardField, CardMember, CardValue } from '../model/card-model.js';
import { element, freshId, prose } from '../page/dom.js';
import { listBody, mapBody, objectBody, unionBody } from './compound-editor.js';
import type { Editor, Editors, Entry } from './editor.js';
import { hintOf } from './field-fault.js';
import { choiceBody, fileBody, jsonBody, numberBody, textBody } from './simple-editor.js';

/** How the user gives a value: omitted, as `null`, in a form, or as JSON text. */
type Way = 'omitted' | 'null' | 'form' | 'json';
const WAYS: Readonly<Record<Way, string>> = { omitted: 'left out', null: 'null', form: 'given', json: 'as JSON' };

/**
 * The editor of one named value. It has a label, a choice between omitted, `null` and a value, and the controls for the
 * value.
 */
export function memberEditor(member: CardMember): Editor {
  return valueEditor(member.name, member, {
    description: member.description,
    omissible: true,
    required: member.required,
  });
}

function entryEditor(label: string, value: CardValue): Editor {
  return valueEditor(label, value, { description: '', omissible: false, required: true });
}

interface Place {
  readonly description: string;
  readonly omissible: boolean;
  readonly required: boolean;
}

function valueEditor(
  label: string,
  { nullable, field }: CardValue,
  { description, omissible, required }: Place,
): Editor {
  const ways = (['form', 'null', 'json', 'omitted'] as const).filter(
    (way) =>
      (way === 'form' && field.kind !== 'json') ||
      way === 'json' ||
      (way === 'null' && nullable) ||
      (way === 'omitted' && omissible),
  );
  const names = { label: freshId(), hint: freshId() };
  const way = element('select', { 'data-way': true, 'aria-label': `${label}: kind of value` });
  way.append(...ways.map((each) => element('option', { value: each }, WAYS[each])));
  way.value = required ? (ways[0] ?? 'json') : 'omitted';
  const hint = [required ? 'required' : '', description, hintOf(field)].filter((part) => part !== '').join(' · ');
  const holder = element('div', { class: 'holder' });
  const root = element(
    'div',
    { class: 'value', role: 'group', 'aria-labelledby': names.label, 'data-name': label, 'data-kind': field.kind },
    element('div', { class: 'head' }, element('span', { id: names.label, class: 'label' }, label), way),
    element('p', { id: names.hint, class: 'hint' }, ...prose(hint)),
    holder,
  );
  let body: Editor | undefined;
  const show = (): void => {
    const chosen = way.value as Way;
    root.dataset['given'] = chosen;
    body =
      chosen === 'form'
        ? bodyEditor(field, label, names.hint)
        : chosen === 'json'
          ? jsonBody(label, names.hint)
          : undefined;
    holder.replaceChildren(...(body === undefined ? [] : [body.element]));
  };
  way.addEventListener('change', show);
  show();
  return { element: root, read: () => readWay(way.value as Way, body, { label, required, control: way }) };
}

function readWay(
  way: Way,
  body: Editor | undefined,
  { label, required, control }: { label: string; required: boolean; control: HTMLElement },
): Entry {
  if (way === 'omitted')
    return required ? { kind: 'fault', faults: [{ label, message: 'is required', control }] } : { kind: 'omitted' };
  return way === 'null' || body === undefined ? { kind: 'value', value: null } : body.read();
}

function bodyEditor(field: CardField, label: string, hint: string): Editor {
  switch (field.kind) {
    case 'text':
      return textBody(field, label, hint);
    case 'number':
      return numberBody(field, label, hint);
    case 'choice':
      return choiceBody(field.options, label, hint);
    case 'object':
      return objectBody(EDITORS, field.members);
    case 'map':
      return mapBody(EDITORS, field.of, label);
    case 'list':
      return listBody(EDITORS, field.of, label);
    case 'union':
      return unionBody(EDITORS, field.branches, label, hint);
    case 'file':
      return fileBody(label, hint);
    case 'json':
      return jsonBody(label, hint);
    default:
      return field satisfies never;
  }
}

const EDITORS: Editors = { member: memberEditor, entry: entryEditor, body: bodyEditor };
