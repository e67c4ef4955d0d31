/** Ctrl-C and SIGTERM end a run in order: what was found is told, nothing is left running. A second one ends it at once. */
export function interruptible(): { readonly signal: AbortSignal; readonly done: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return { signal: controller.signal, done: () => void process.off('SIGINT', stop).off('SIGTERM', stop) };
}
