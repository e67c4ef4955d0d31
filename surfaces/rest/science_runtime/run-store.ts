import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { RunRequest } from './optimise.js';
import { Run } from './run.js';

/**
 * The maximum number of runs that are kept. When it is reached, each new run replaces the oldest run, because the
 * memory of a service that runs for a long time must not grow.
 */
const MOST_RUNS = 1000;

/** The runs of a service by identifier. They are kept in memory. */
export class RunStore {
  private runs = new Map<string, { readonly run: Run; readonly request: string }>();

  /**
   * Starts the run of a request, or returns the run that the same request has started before. `undefined` if the
   * identifier belongs to a run of a different request.
   */
  start({ run_id: chosen, ...request }: JsonObject): Run | undefined {
    const text = canonicalJson(request);
    const id = typeof chosen === 'string' ? chosen : identifierOf(text);
    const known = this.runs.get(id);
    if (known !== undefined) return known.request === text ? known.run : undefined;
    if (this.runs.size >= MOST_RUNS) this.forgetOldest();
    // The request is valid and completed with defaults, so it has every member.
    const run = new Run(id, request as unknown as RunRequest);
    this.runs.set(id, { run, request: text });
    return run;
  }

  get(id: string): Run | undefined {
    return this.runs.get(id)?.run;
  }

  /** Removes all runs. A run that has not ended is cancelled. */
  clear(): void {
    for (const { run } of this.runs.values()) run.cancel();
    this.runs = new Map();
  }

  private forgetOldest(): void {
    const [oldest] = this.runs;
    if (oldest === undefined) return;
    oldest[1].run.cancel();
    this.runs.delete(oldest[0]);
  }
}

/**
 * The identifier of a run whose request states none. Equal requests get the same identifier, because the contract
 * requires equal results for them, and a result contains the identifier.
 */
function identifierOf(request: string): string {
  return `run-${createHash('sha256').update(request).digest('base64url').slice(0, 22)}`;
}
