/**
 * Calls `then` after all input that has already arrived was read. In one turn of the event loop, timers fire before
 * input is read (Node, *The event loop*). On a busy machine, a timer could therefore fire although a process wrote its
 * output in time.
 */
export function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then));
}
