import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { RunRequest } from './optimise.js';
import { Run } from './run.js';

/** Runs that are kept; the oldest is forgotten for a new one, so that a long-lived service does not grow without end. */
const MOST_RUNS = 1000;

/** The runs of a service, in memory, by identifier. */
export class RunStore {
  private runs = new Map<string, { readonly run: Run; readonly request: string }>();

  /** The run of this request: a new one, the same one again, or (`undefined`) none, for the identifier is another request's. */
  start({ run_id: chosen, ...request }: JsonObject): Run | undefined {
    const text = canonicalJson(request);
    const id = typeof chosen === 'string' ? chosen : identifierOf(text);
    const known = this.runs.get(id);
    if (known !== undefined) return known.request === text ? known.run : undefined;
    if (this.runs.size >= MOST_RUNS) this.forgetOldest();
    // Valid by the contract: every member of a request is there, by itself or by its default.
    const run = new Run(id, request as unknown as RunRequest);
    this.runs.set(id, { run, request: text });
    return run;
  }

  get(id: string): Run | undefined {
    return this.runs.get(id)?.run;
  }

  /** Forgets all runs; what is under way ends as cancelled. */
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

/** The contract promises equal results to equal requests, and the identifier is part of the result. */
function identifierOf(request: string): string {
  return `run-${createHash('sha256').update(request).digest('base64url').slice(0, 22)}`;
}
