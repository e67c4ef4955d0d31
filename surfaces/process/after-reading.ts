/**
 * Calls back after all input that has already arrived is read. In a turn of the event loop, timers fire before input is
 * read (Node, *The event loop*). On a machine under load, output that a process wrote in time would therefore count as
 * late.
 */
export function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then));
}
