/// <reference lib="dom" />
import type { Reply } from '../wire/answer.js';
import { element } from '../page/dom.js';
import type { EntryFault } from '../editors/editor.js';
import type { CardEvent } from '../wire/event-reader.js';
import { isRecord } from '../model/is-record.js';
import { visibleJson } from './visible-text.js';

/** Shows a reply: the result or the problem. For a call that the host made, the arguments are shown, too. */
export function replyView(reply: Reply, calledWith?: unknown): HTMLElement {
  const view = reply.isSuccess ? resultView(reply) : problemView(reply);
  if (calledWith !== undefined)
    view.append(element('details', {}, element('summary', {}, 'Called with'), argumentsText(calledWith)));
  return view;
}

/** Shows that a call of the host is still running. */
export function pendingView(calledWith: unknown): HTMLElement {
  return element('div', { class: 'view', 'data-view': 'pending' }, heading('In progress'), argumentsText(calledWith));
}

function argumentsText(calledWith: unknown): HTMLElement {
  return element(
    'pre',
    { tabindex: '0', role: 'group', 'aria-label': 'Called with', 'data-part': 'arguments' },
    visibleJson(calledWith),
  );
}

function resultView(reply: Reply): HTMLElement {
  return element(
    'div',
    { class: 'view good', role: 'status', 'data-view': 'result' },
    heading('Done'),
    ...statusLines(reply),
    body(reply),
  );
}

function problemView(reply: Reply): HTMLElement {
  const { title, detail, errors } = membersOf(reply.value);
  const view = element('div', { class: 'view bad', role: 'alert', 'data-view': 'problem' });
  view.append(heading(typeof title === 'string' ? title : 'It failed'), ...statusLines(reply));
  if (typeof detail === 'string') view.append(element('p', {}, detail));
  if (Array.isArray(errors)) view.append(errorList(errors));
  view.append(body(reply));
  return view;
}

/** Shows the events of a stream. `log` is the element to which each event is added. */
export function eventsView(status: string): { readonly view: HTMLElement; readonly log: HTMLElement } {
  // The role `log` is on a separate element, because an `ol` with this role would not be a list (ARIA in HTML §4,
  // `ol`).
  const log = element('ol', { class: 'events' });
  const holder = element('div', { role: 'log', 'aria-label': 'Events' }, log);
  return { view: element('div', { class: 'view', 'data-view': 'events' }, heading(status), holder), log };
}

/** One entry in the list of events: the identifier, the type and the data of an event. */
export function eventItem({ id, event, data }: CardEvent): HTMLElement {
  const head = element(
    'span',
    { class: 'event' },
    element('b', { 'data-part': 'event' }, visibleJson(event).slice(1, -1)),
  );
  if (id !== '') head.prepend(element('span', { 'data-part': 'id' }, visibleJson(id).slice(1, -1)), ' ');
  return element('li', {}, head, element('pre', { 'data-part': 'data' }, shownData(data)));
}

/**
 * The data of an event as it is displayed. A text with line ends or invisible characters is displayed as a JSON string.
 * Any other text is displayed as it is.
 */
function shownData(data: string): string {
  const quoted = visibleJson(data);
  const plain = quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  return plain === data && data !== '' && !data.startsWith('"') && data.trim() === data ? data : quoted;
}

export function refusalView(faults: readonly Pick<EntryFault, 'label' | 'message'>[]): HTMLElement {
  const list = element('ul', {}, ...faults.map(({ label, message }) => element('li', {}, `${label} ${message}`)));
  return element(
    'div',
    { class: 'view bad', role: 'alert', 'data-view': 'refusal' },
    heading('Nothing was sent'),
    list,
  );
}

export function failureView(message: string): HTMLElement {
  return element(
    'div',
    { class: 'view bad', role: 'alert', 'data-view': 'failure' },
    heading('There was no answer'),
    element('p', {}, message),
  );
}

function heading(text: string): HTMLElement {
  // The focus moves to this heading when a call has ended.
  return element('h3', { tabindex: '-1' }, text);
}

export function statusLine(status: number): HTMLElement {
  return element('p', { class: 'hint' }, 'Status ', element('span', { 'data-part': 'status' }, String(status)));
}

function statusLines({ status }: Reply): readonly HTMLElement[] {
  return status === undefined ? [] : [statusLine(status)];
}

function body(reply: Reply): HTMLElement {
  if (reply.isEmpty) return element('p', {}, 'Nothing was returned.');
  const text = reply.isJson ? visibleJson(reply.value) : String(reply.value);
  return element(
    'pre',
    { tabindex: '0', role: 'group', 'aria-label': 'The whole answer', 'data-part': reply.isJson ? 'json' : 'text' },
    text,
  );
}

/** The list of errors, an extension of the problem (RFC 9457 §3.2). Each error has a pointer and a description. */
function errorList(errors: readonly unknown[]): HTMLElement {
  const rows = errors.slice(0, 100).map((error) => {
    const { pointer, detail } = membersOf(error);
    return element('li', {}, element('code', {}, String(pointer ?? '')), ` ${String(detail ?? '')}`);
  });
  return element('ul', { 'aria-label': 'Errors' }, ...rows);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
