/// <reference lib="dom" />
import type { Answer, Reply } from './answer.js';
import { element } from './dom.js';
import type { EntryFault } from './editor.js';
import type { CardEvent } from './event-reader.js';
import { RefusedError } from './refused-error.js';
import { eventItem, eventsView, failureView, pendingView, refusalView, replyView, statusLine } from './views.js';

type Perform = (args: ReadonlyMap<string, unknown>, signal: AbortSignal, tell: (event: CardEvent) => void) => Promise<Answer>;

/**
 * What came of the last call of one operation. One call at a time; a later one ends the one before, whose reply is then nobody's.
 * A host tells calls of its own as well; those never take the place of what a person did meanwhile.
 */
export class Calls {
  readonly output = element('div', { 'data-output': true, 'aria-busy': 'false' });
  /** How a call goes, for those who do not see it: what is in the output is not read out while that is busy (WAI-ARIA 1.2 §6.6). */
  readonly progress = element('p', { class: 'progress', role: 'status' });
  readonly cancelButton = element('button', { type: 'button', class: 'quiet', 'data-cancel': true, hidden: true }, 'Cancel');
  #current: AbortController | undefined;
  #awaitsHost = true;
  #hostArguments: unknown;

  constructor(readonly perform: Perform) {
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

  /** Ends the call that is under way; what came of an earlier one stays. */
  stop(): void {
    if (this.#current !== undefined) this.cancel();
  }

  async start(args: ReadonlyMap<string, unknown>): Promise<void> {
    this.cancel();
    const current = new AbortController();
    this.#current = current;
    this.#busy(true);
    this.progress.textContent = 'Under way …';
    const view = await this.#perform(args, current.signal);
    if (current.signal.aborted) return;
    const log = this.#log();
    this.#end();
    if (view !== undefined) this.#show(view);
    else if (log !== null) this.progress.textContent = `Ended after ${eventCount(log)}`;
  }

  /** The host has begun a call with these arguments. */
  hostBegan(args: unknown): void {
    if (this.#current !== undefined) return;
    this.#awaitsHost = true;
    this.#hostArguments = args;
    this.output.setAttribute('aria-busy', 'true');
    this.progress.textContent = 'The host has called: under way …';
    this.output.replaceChildren(pendingView(args));
  }

  /** What came of the host's call: a reply, or why there is none. It takes no focus: nobody here has asked for it. */
  hostEnded(end: Reply | string): void {
    if (!this.#awaitsHost || this.#current !== undefined) return;
    this.#awaitsHost = false;
    const view = typeof end === 'string' ? failureView(end) : replyView(end, this.#hostArguments);
    this.output.setAttribute('aria-busy', 'false');
    this.progress.textContent = `The host has called: ${view.querySelector('h3')?.textContent ?? ''}`;
    this.output.replaceChildren(view);
  }

  async #perform(args: ReadonlyMap<string, unknown>, signal: AbortSignal): Promise<HTMLElement | undefined> {
    try {
      const answer = await this.perform(args, signal, (event) => this.#tell(event, signal));
      if (answer.kind === 'reply') return replyView(answer);
      if (this.#log() === null) this.output.append(eventsView('Events').view);
      this.output.querySelector('[data-view=events]')?.append(statusLine(answer.status));
      return undefined;
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      return cause instanceof RefusedError ? refusalView([{ label: '', message }]) : failureView(message);
    }
  }

  #tell(event: CardEvent, signal: AbortSignal): void {
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
    // What is hidden loses the focus to nobody: it goes back to the button that began the call.
    if (!isBusy && document.activeElement === this.cancelButton) (this.cancelButton.previousElementSibling as HTMLElement | null)?.focus();
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
