/**
 * Calls `then` after all input that has already arrived was read. In one turn of the event loop, timers fire before
 * input is read (Node, *The event loop*). On a busy machine, a timer would otherwise fire before output that a process
 * wrote in time is read.
 */
export function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then));
}
