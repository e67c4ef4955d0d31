/**
 * Calls `then` only after all input that has already arrived was read. Node runs due timers before it reads input
 * (Node, *The event loop*). On a busy machine, a timer could therefore report a timeout although a process wrote its
 * output in time.
 */
export function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then));
}
