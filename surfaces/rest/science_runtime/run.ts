import type { Json } from '../../../contract/json/json.js';
import { type RunRequest, optimise } from './optimise.js';

/** One event of a run. `id` counts the events of the run from 1. `data` is JSON text. */
export interface RunEvent {
  readonly id: number;
  readonly event: 'queued' | 'running' | 'progress' | 'succeeded' | 'failed';
  readonly data: string;
}

/**
 * One run, from the event `queued` to its only terminal event. All events are kept, so that a client can read them
 * later.
 */
export class Run {
  private readonly events: RunEvent[] = [];
  private cancelling = false;
  private wake: (() => void)[] = [];
  private readonly result: Promise<string>;

  constructor(
    readonly id: string,
    request: RunRequest,
  ) {
    this.emit('queued', { run_id: id });
    this.result = this.perform(request);
  }

  /** Resolves with the result of the run as JSON text. The data of the terminal event is exactly the same text. */
  ended(): Promise<string> {
    return this.result;
  }

  /**
   * Returns the events after the event with this id, up to the terminal event. It waits for events that have not
   * happened yet.
   */
  async *eventsAfter(last: number): AsyncGenerator<RunEvent> {
    for (let next = 0; ; next += 1) {
      const event = this.events[next] ?? (await this.arrival(next));
      if (event.id > last) yield event;
      if (isTerminal(event)) return;
    }
  }

  /** Cancels the run. The run checks for this between its steps, and then ends as `failed`. */
  cancel(): void {
    this.cancelling = true;
  }

  private async perform(request: RunRequest): Promise<string> {
    // Waits for one turn of the event loop, so that the store has the run before it starts.
    await new Promise((resolve) => setImmediate(resolve));
    this.emit('running', { run_id: this.id });
    const ended = await optimise(request, {
      progress: ({ iteration, best: { value, point } }) => this.emit('progress', { iteration, best: { value, point } }),
      cancelled: () => this.cancelling,
    });
    const { state, ...rest } = ended;
    return this.emit(state, { run_id: this.id, state, ...rest } as unknown as Json);
  }

  private emit(event: RunEvent['event'], value: Json): string {
    const data = JSON.stringify(value);
    this.events.push({ id: this.events.length + 1, event, data });
    const waiting = this.wake;
    this.wake = [];
    for (const wake of waiting) wake();
    return data;
  }

  private async arrival(index: number): Promise<RunEvent> {
    for (;;) {
      const event = this.events[index];
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => this.wake.push(resolve));
    }
  }
}

function isTerminal({ event }: RunEvent): boolean {
  return event === 'succeeded' || event === 'failed';
}
