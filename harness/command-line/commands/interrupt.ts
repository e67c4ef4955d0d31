/** The signals that end a run. SIGHUP is sent when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Handles the signals that end a run. After the first signal, the findings so far are reported and all processes are
 * stopped. A second signal ends the process immediately.
 */
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
