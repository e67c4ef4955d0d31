/** Milliseconds to wait after each event, so that a service in another process can read the bytes that were sent. */
const PAUSE_MS = 2;
/**
 * Event loop turns to wait after each event, so that a service in this process can accept a connection and read from
 * it.
 */
const TURNS = 4;
/**
 * Milliseconds to wait for an event of a schedule. If the service serves one request at a time, the event may never
 * happen.
 */
const STALL_MS = 100;
/**
 * Milliseconds after which the rest of a reply is sent although the next event has not happened. The next event may be
 * a request that follows this reply.
 */
const HOLD_MS = 10;
/** If the awaited event did not happen in this number of waits, the rest of the schedule is ignored. */
const MOST_STALLS = 3;

interface Waiting {
  readonly resolve: () => void;
  readonly done: Promise<void> | undefined;
}

/**
 * Delays the events of concurrent calls until their turn in a schedule. The schedule is a list of lane numbers. Each
 * number is the lane whose event is next. Events after the end of the schedule are not delayed.
 */
export class ScheduleGate {
  private readonly waiting = new Map<number, readonly Waiting[]>();
  private readonly ended = new Set<number>();
  private next = 0;
  private stalls = 0;
  private isPausing = false;
  private stall: NodeJS.Timeout | undefined;
  private held: (() => void)[] = [];

  constructor(private readonly schedule: readonly number[]) {}

  /**
   * Resolves when the schedule reaches the next event of the lane. The schedule continues only after `done` resolves.
   */
  pass(lane: number, done?: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.set(lane, [...(this.waiting.get(lane) ?? []), { resolve, done }]);
      this.advance();
    });
  }

  /**
   * Resolves after the next event of the schedule. If there is no next event, or it does not happen soon, resolves
   * after a short time.
   */
  following(): Promise<void> {
    return new Promise((resolve) => {
      this.held.push(resolve);
      if (!this.isPausing) this.release(this.held.splice(0));
    });
  }

  /** Called when the lane has no more events. The schedule then skips the events of this lane. */
  end(lane: number): void {
    this.ended.add(lane);
    this.advance();
  }

  private advance(): void {
    if (this.isPausing) return;
    clearTimeout(this.stall);
    for (let lane = this.schedule[this.next]; lane !== undefined; lane = this.schedule[this.next]) {
      if (this.stalls >= MOST_STALLS) break;
      const [first, ...others] = this.waiting.get(lane) ?? [];
      if (first === undefined && !this.ended.has(lane)) return this.awaitEvent();
      this.next += 1;
      if (first === undefined) continue;
      this.waiting.set(lane, others);
      return void this.happen(first);
    }
    for (const { resolve } of [...this.waiting.values()].flat()) resolve();
    this.waiting.clear();
    this.release(this.held.splice(0));
  }

  private release(held: readonly (() => void)[]): void {
    for (const resolve of held) resolve();
  }

  private async happen({ resolve, done }: Waiting): Promise<void> {
    this.isPausing = true;
    const held = this.held.splice(0);
    resolve();
    if (done !== undefined) await Promise.race([done, afterMs(STALL_MS)]);
    await afterMs(PAUSE_MS);
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((next) => setImmediate(next));
    this.release(held);
    this.isPausing = false;
    this.advance();
  }

  private awaitEvent(): void {
    const { next } = this;
    setTimeout(() => (this.next === next ? this.release(this.held.splice(0)) : undefined), HOLD_MS);
    this.stall = setTimeout(() => {
      this.stalls += 1;
      this.next += 1;
      this.advance();
    }, STALL_MS);
  }
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
