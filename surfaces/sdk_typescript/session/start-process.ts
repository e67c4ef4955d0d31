import path from 'node:path';
import { ParityError } from '../../../contract/parity-error.js';
import type { DriverContext } from '../../driver.js';
import { environmentValues } from '../../process/environment-values.js';
import { minimalEnvironment } from '../../process/minimal-environment.js';
import type { SdkTypescriptOptions } from './config.js';
import { notImported } from '../worker/client-class.js';
import { type Answer, SdkProcess } from './sdk-process.js';
import { workerFile } from '../worker/worker-file.js';

/** The time for a module to load with its dependencies. It does not depend on the time limit of a call. */
const START_MS = 20_000;

/**
 * Starts a process that imports the module. Rejects with `surface-unavailable` if the import fails or the module does
 * not export the class.
 */
export async function startProcess(options: SdkTypescriptOptions, context: DriverContext): Promise<SdkProcess> {
  const started = new SdkProcess({
    file: workerFile(),
    cwd: context.root,
    env: { ...minimalEnvironment(), ...environmentValues(options.env, context, context.token) },
  });
  const { baseUrl, serverUrls, timeoutMs, signal } = context;
  const settings = { baseUrl, timeoutMs, ...(serverUrls && { servers: Object.fromEntries(serverUrls) }) };
  const file = path.resolve(context.root, options.module);
  if (signal?.aborted === true) started.kill();
  signal?.addEventListener('abort', started.kill, { once: true });
  const order = { kind: 'start', file, export: options.export ?? 'Client', settings } as const;
  const answer = await started.ask(order, Math.max(START_MS, timeoutMs));
  signal?.removeEventListener('abort', started.kill);
  if (answer.kind === 'reply' && answer.reply.kind === 'ready') {
    started.observes = answer.reply.observes;
    return started;
  }
  await started.end();
  const { message, repair } = unavailable(answer, file);
  throw new ParityError('surface-unavailable', `${context.surface}: ${message}`, repair);
}

function unavailable(answer: Answer, file: string): { readonly message: string; readonly repair: string } {
  if (answer.kind === 'reply' && answer.reply.kind === 'unavailable') return answer.reply;
  return notImported(file, answer.kind === 'ended' ? answer.how : 'the module was not loaded in time');
}
