/// <reference lib="dom" />
import type { Answer, Reply } from '../wire/answer.js';
import { element } from '../page/dom.js';
import type { EntryFault } from '../editors/editor.js';
import type { CardEvent } from '../wire/event-reader.js';
import { RefusedError } from '../wire/refused-error.js';
import { eventItem, eventsView, failureView, pendingView, refusalView, replyView, statusLine } from './views.js';

type MakeCall = (
  args: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
  onEvent: (event: CardEvent) => void,
) => Promise<Answer>;

/**
 * Makes the calls of one operation and shows the result of the last call. A new call cancels the previous call, whose
 * reply is then ignored. Calls that the host makes are also shown, but they never replace the result of a later call of
 * the user.
 */
export class Calls {
  readonly output = element('div', { 'data-output': true, 'aria-busy': 'false' });
  /**
   * A status text about the running call. Screen readers read it, but not the output, while the output is busy
   * (WAI-ARIA 1.2 §6.6).
   */
  readonly progress = element('p', { class: 'progress', role: 'status' });
  readonly cancelButton = element(
    'button',
    { type: 'button', class: 'quiet', 'data-cancel': true, hidden: true },
    'Cancel',
  );
  #current: AbortController | undefined;
  #awaitsHost = true;
  #hostArguments: unknown;

  constructor(readonly makeCall: MakeCall) {
    this.cancelButton.addEventListener('click', () => this.cancel());
  }

  refuse(faults: readonly EntryFault[]): void {
    this.cancel();
    this.#show(refusalView(faults));
    faults[0]?.control.focus();
  }

  cancel(): void {
    this.#current?.abort();
    this.#awaitsHost = false;
    this.#end();
    this.output.replaceChildren();
  }

  /** Cancels a running call. The result of an earlier call stays visible. */
  stop(): void {
    if (this.#current !== undefined) this.cancel();
  }

  async start(args: ReadonlyMap<string, unknown>): Promise<void> {
    this.cancel();
    const current = new AbortController();
    this.#current = current;
    this.#busy(true);
    this.progress.textContent = 'In progress …';
    const view = await this.#makeCall(args, current.signal);
    if (current.signal.aborted) return;
    const log = this.#log();
    this.#end();
    if (view !== undefined) this.#show(view);
    else if (log !== null) this.progress.textContent = `Ended after ${eventCount(log)}`;
  }

  /** Shows that the host has started a call with these arguments. */
  hostBegan(args: unknown): void {
    if (this.#current !== undefined) return;
    this.#awaitsHost = true;
    this.#hostArguments = args;
    this.output.setAttribute('aria-busy', 'true');
    this.progress.textContent = 'Call by the host: in progress …';
    this.output.replaceChildren(pendingView(args));
  }

  /**
   * Shows how a call of the host ended: its reply, or the reason why there is none. The focus stays where it is,
   * because the user did not start the call.
   */
  hostEnded(end: Reply | string): void {
    if (!this.#awaitsHost || this.#current !== undefined) return;
    this.#awaitsHost = false;
    const view = typeof end === 'string' ? failureView(end) : replyView(end, this.#hostArguments);
    this.output.setAttribute('aria-busy', 'false');
    this.progress.textContent = `Call by the host: ${view.querySelector('h3')?.textContent ?? ''}`;
    this.output.replaceChildren(view);
  }

  async #makeCall(args: ReadonlyMap<string, unknown>, signal: AbortSignal): Promise<HTMLElement | undefined> {
    try {
      const answer = await this.makeCall(args, signal, (event) => this.#addEvent(event, signal));
      if (answer.kind === 'reply') return replyView(answer);
      if (this.#log() === null) this.output.append(eventsView('Events').view);
      this.output.querySelector('[data-view=events]')?.append(statusLine(answer.status));
      return undefined;
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      return cause instanceof RefusedError ? refusalView([{ label: '', message }]) : failureView(message);
    }
  }

  #addEvent(event: CardEvent, signal: AbortSignal): void {
    if (signal.aborted) return;
    let log = this.#log();
    if (log === null) {
      const made = eventsView('Events');
      this.output.append(made.view);
      log = made.log;
    }
    log.append(eventItem(event));
    this.progress.textContent = `${eventCount(log)} so far`;
  }

  #log(): HTMLElement | null {
    return this.output.querySelector<HTMLElement>('[role=log] > ol');
  }

  #show(view: HTMLElement): void {
    this.output.replaceChildren(view);
    view.querySelector<HTMLElement>('h3')?.focus();
  }

  #busy(isBusy: boolean): void {
    this.output.setAttribute('aria-busy', String(isBusy));
    // A hidden button loses the focus, so it moves back to the button that started the call.
    if (!isBusy && document.activeElement === this.cancelButton)
      (this.cancelButton.previousElementSibling as HTMLElement | null)?.focus();
    this.cancelButton.toggleAttribute('hidden', !isBusy);
  }

  #end(): void {
    this.#current = undefined;
    this.#busy(false);
    this.progress.textContent = '';
  }
}

function eventCount(log: HTMLElement): string {
  const count = log.childElementCount;
  return count === 1 ? '1 event' : `${count} events`;
}
