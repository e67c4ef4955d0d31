import type { Backend, BackendInstance } from '../../backends/backend.js';

/**
 * Instances of the service that sessions use one after the other, so that a session that needs the initial state need
 * not start a new process. When a session ends, its instance is reset and kept for the next session. It is stopped
 * instead if it left a request without a reply, or if the reset fails.
 */
export class SpareBackends {
  readonly #backend: Backend;
  readonly #spare: BackendInstance[] = [];
  #closed = false;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  async take(signal?: AbortSignal): Promise<BackendInstance> {
    const instance = this.#spare.pop() ?? (await this.#backend.start(signal));
    let unanswered = 0;
    let stopping: Promise<void> | undefined;
    return {
      ...instance,
      respond: async (request, passing) => {
        unanswered += 1;
        const reply = await instance.respond(request, passing);
        if (reply.kind === 'response') unanswered -= 1;
        return reply;
      },
      stop: () => (stopping ??= unanswered === 0 ? this.#keep(instance) : instance.stop()),
    };
  }

  async #keep(instance: BackendInstance): Promise<void> {
    const isReset = this.#backend.isolated && !this.#closed && (await wasReset(instance));
    // The run may have ended while the instance was being reset.
    if (isReset && !this.#closed) this.#spare.push(instance);
    else await instance.stop();
  }

  /** Stops all spare instances. An instance in use is stopped when its session ends. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#spare.splice(0).map((instance) => instance.stop()));
  }
}

async function wasReset(instance: BackendInstance): Promise<boolean> {
  if (instance.reset === undefined) return false;
  return instance.reset().then(
    () => true,
    () => false,
  );
}
