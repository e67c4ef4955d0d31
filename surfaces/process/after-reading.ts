/**
 * Calls back when all has been read that had arrived by now. A timer fires before the reading of a loop's turn (Node, *The event loop*):
 * on a machine under load, what a process has long written would count as late.
 */
export function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then));
}
