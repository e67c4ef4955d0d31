import type { WholeResponse } from '../../surfaces/exchange.js';
import { SUPERSEDED, UNDISTURBED } from '../../surfaces/network-faults.js';
import type { Script } from './backend.js';

/**
 * The maximum time in milliseconds that the reply to the first call is delayed until the second call arrives. A surface
 * may ignore the second call while the first call is in progress.
 */
const LONGEST_MS = 1000;
/** The pause in milliseconds between the two replies. The surface reads the first reply in this time. */
const APART_MS = 150;

const LATE: WholeResponse = {
  kind: 'response',
  status: 500,
  headers: [['content-type', 'application/problem+json']],
  body: Buffer.from(JSON.stringify({ type: 'about:blank', title: 'This call was made again', status: 500 })),
};

/**
 * Adds to a script the cases in which a user repeats a call before its reply arrives. The first call is answered when
 * the second call arrives, and the second call is answered after a pause. If the call is not repeated, it gets the
 * reply of `script`.
 */
export function withSuperseded(script: Script): Script {
  let running: SupersededCall | undefined;
  return {
    prepare: (toRun) => {
      const isSuperseded = toRun.provenance.name === SUPERSEDED;
      running = isSuperseded ? new SupersededCall() : undefined;
      script.prepare(isSuperseded ? { ...toRun, provenance: { kind: 'fault', name: UNDISTURBED } } : toRun);
    },
    respond: async (request, passing) => {
      const isLate = await running?.isLate();
      return isLate === true ? LATE : script.respond(request, passing);
    },
  };
}

class SupersededCall {
  #requests = 0;
  #repeat: () => void = () => undefined;

  /** Waits until the reply may be sent. Returns true if the request is the first one and the call was repeated. */
  async isLate(): Promise<boolean> {
    this.#requests += 1;
    if (this.#requests === 1) return this.#repeated();
    this.#repeat();
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
    return false;
  }

  #repeated(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LONGEST_MS, false);
      this.#repeat = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
