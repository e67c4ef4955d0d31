/// <reference lib="dom" />
import { buildRequest } from './build-request.js';
import { callService } from './call-service.js';
import type { CardOperation } from './card-model.js';
import { element, freshId } from './dom.js';
import type { EntryFault } from './editor.js';
import type { CardEvent } from './event-reader.js';
import { RefusedError } from './refused-error.js';
import { memberEditor } from './value-editor.js';
import { eventsView, failureView, refusalView, replyView, statusLine } from './views.js';
import { visibleJson } from './visible-text.js';

/** Where calls go, as entered at that moment. */
export interface Connection {
  readonly base: string;
  readonly token: string;
}

/** The form of one operation, and below it what came of its last call: nothing of an earlier one stays. */
export function operationPanel(operation: CardOperation, connection: () => Connection): HTMLElement {
  const title = freshId();
  const editors = operation.inputs.map((input) => ({ input, editor: memberEditor(input) }));
  const submit = element('button', { type: 'submit' }, operation.title);
  const cancel = element('button', { type: 'button', class: 'quiet', 'data-cancel': true, hidden: true }, 'Cancel');
  const form = element('form', { name: operation.id, 'aria-labelledby': title, novalidate: true, autocomplete: 'off' });
  form.append(...editors.map(({ editor }) => editor.element), element('div', { class: 'actions' }, submit, cancel));
  const output = element('div', { 'data-output': true, 'aria-busy': 'false', 'aria-live': 'polite' });
  const calls = new Calls(operation, output, cancel, connection);
  cancel.addEventListener('click', () => calls.cancel());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const args = new Map<string, unknown>();
    const faults: EntryFault[] = [];
    for (const { input, editor } of editors) {
      const entry = editor.read();
      if (entry.kind === 'value') args.set(input.name, entry.value);
      else if (entry.kind === 'fault') faults.push(...entry.faults);
    }
    if (faults.length > 0) calls.refuse(faults);
    else void calls.start(args);
  });
  const heading = element('h2', { id: title }, operation.title);
  return element(
    'section',
    { 'data-operation': operation.id },
    heading,
    element('p', { class: 'hint' }, operation.description),
    form,
    output,
  );
}

/** One call at a time; a later one ends the one before, whose reply is then nobody's. */
class Calls {
  #current: AbortController | undefined;

  constructor(
    readonly operation: CardOperation,
    readonly output: HTMLElement,
    readonly cancelButton: HTMLElement,
    readonly connection: () => Connection,
  ) {}

  refuse(faults: readonly EntryFault[]): void {
    this.cancel();
    this.#show(refusalView(faults));
    faults[0]?.control.focus();
  }

  cancel(): void {
    this.#current?.abort();
    this.#end();
    this.output.replaceChildren();
  }

  async start(args: ReadonlyMap<string, unknown>): Promise<void> {
    this.cancel();
    const current = new AbortController();
    this.#current = current;
    this.#busy(true);
    const view = await this.#perform(args, current.signal);
    if (current.signal.aborted) return;
    this.#end();
    if (view !== undefined) this.#show(view);
  }

  async #perform(args: ReadonlyMap<string, unknown>, signal: AbortSignal): Promise<HTMLElement | undefined> {
    const { base, token } = this.connection();
    try {
      const request = buildRequest(this.operation, args, token);
      const answer = await callService(base, this.operation, request, signal, (event) => this.#tell(event, signal));
      if (answer.kind === 'reply') return replyView(answer);
      if (this.#log() === null) this.output.append(eventsView('Events').view);
      this.output.querySelector('[data-view=events]')?.append(statusLine(answer.status));
      return undefined;
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      return cause instanceof RefusedError ? refusalView([{ label: '', message }]) : failureView(message);
    }
  }

  #tell({ id, event, data }: CardEvent, signal: AbortSignal): void {
    if (signal.aborted) return;
    let log = this.#log();
    if (log === null) {
      const made = eventsView('Events');
      this.output.append(made.view);
      log = made.log;
    }
    const head = element('span', { class: 'event' }, element('b', { 'data-part': 'event' }, visibleJson(event).slice(1, -1)));
    if (id !== '') head.prepend(element('span', { 'data-part': 'id' }, visibleJson(id).slice(1, -1)), ' ');
    log.append(element('li', {}, head, element('pre', { 'data-part': 'data' }, shownData(data))));
  }

  #log(): HTMLElement | null {
    return this.output.querySelector<HTMLElement>('[role=log]');
  }

  #show(view: HTMLElement): void {
    this.output.replaceChildren(view);
    view.querySelector<HTMLElement>('h3')?.focus();
  }

  #busy(isBusy: boolean): void {
    this.output.setAttribute('aria-busy', String(isBusy));
    this.cancelButton.toggleAttribute('hidden', !isBusy);
  }

  #end(): void {
    this.#current = undefined;
    this.#busy(false);
  }
}

/** Text on one line stands as it is; what has line ends or cannot be seen stands as a JSON text, in quotes. */
function shownData(data: string): string {
  const quoted = visibleJson(data);
  const plain = quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  return plain === data && data !== '' && !data.startsWith('"') && data.trim() === data ? data : quoted;
}
