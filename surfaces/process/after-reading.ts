/**
 * Calls `then` after all input that has already arrived was read. Without this, a timer could report a timeout although
 * a process wrote its output in time: on a busy machine, Node may run a due timer before it reads the output (Node,
 * *The event loop*).
 */
export function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then));
}
