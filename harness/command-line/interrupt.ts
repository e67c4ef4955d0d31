/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals end a run in order: what was found is told, nothing is left running. A second one ends it at once. */
export function interruptible(): { readonly signal: AbortSignal; readonly done: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    signal: controller.signal,
    done: () => {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}
