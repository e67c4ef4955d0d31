import { Worker } from 'node:worker_threads';
import type { Hang, Job, Measured } from './job.js';

/** Time limit of a job. A job that takes longer counts as a hang. */
const LIMIT_MS = 20_000;
const WORKERS = 2;
/** The memory limit of a worker in megabytes. A job that needs more memory counts as a hang. */
const MEGABYTES = 1024;

/**
 * Runs the jobs in workers, and returns the results in the order of the jobs. A job that does not end, or whose worker
 * ends, counts as a hang.
 */
export async function supervised(corpus: string, jobs: readonly Job[]): Promise<readonly (Measured | Hang)[]> {
  const results: (Measured | Hang)[] = [];
  const pending = [...jobs.entries()];
  const lane = async (): Promise<void> => {
    let bench = new Bench(corpus);
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const [index, job] = next;
      const result = await bench.run(job);
      results[index] = result;
      if (result.kind !== 'hang') continue;
      await bench.close();
      bench = new Bench(corpus);
    }
    await bench.close();
  };
  await Promise.all(Array.from({ length: WORKERS }, lane));
  return results;
}

class Bench {
  private readonly worker: Worker;

  constructor(corpus: string) {
    this.worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { corpus },
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    });
  }

  run(job: Job): Promise<Measured | Hang> {
    return new Promise((resolve) => {
      const hang = (what: string): void => settle({ kind: 'hang', name: job.name, what });
      const failed = (error: Error): void => hang(`the worker of the job ended: ${error.message.slice(0, 200)}`);
      const exited = (): void => hang('the worker of the job ended');
      const timer = setTimeout(() => hang(`the job did not end within ${LIMIT_MS / 1000} s`), LIMIT_MS);
      const settle = (result: Measured | Hang): void => {
        clearTimeout(timer);
        this.worker.off('message', settle).off('error', failed).off('exit', exited);
        resolve(result);
      };
      this.worker.on('message', settle).on('error', failed).on('exit', exited);
      this.worker.postMessage(job);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}
