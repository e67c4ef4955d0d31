import type { WholeResponse } from '../../surfaces/exchange.js';
import { SUPERSEDED, UNDISTURBED } from '../../surfaces/network-faults.js';
import type { Script } from './backend.js';

/** Longest wait for the second call. A surface may ignore the second call while the first is in progress. */
const LONGEST_MS = 1000;
/** Pause between the two replies, in which the surface reads the first. */
const APART_MS = 150;

const LATE: WholeResponse = {
  kind: 'response',
  status: 500,
  headers: [['content-type', 'application/problem+json']],
  body: Buffer.from(JSON.stringify({ type: 'about:blank', title: 'This call was made again', status: 500 })),
};

/**
 * The replies to a call that its user repeats before the reply arrives. Both calls wait, and the first gets its reply
 * first. A first call that is not repeated gets the reply of `script`.
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

  /** Waits until the reply is due. Returns true for the first request, if the call was repeated. */
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
