import type { Driver } from '../driver.js';
import type { SdkProcess } from './sdk-process.js';
import { SdkSession } from './session.js';
import { type SdkTypescriptOptions, startProcess } from './start-process.js';

/**
 * Drives an SDK in a process of its own, one for each session: `new Client({baseUrl, token, timeoutMs})`, then
 * `client[operationId](flatArguments)` with omitted arguments absent. A success shows its value and not its status, so that
 * `status` is not observed; an error does carry one.
 */
export function sdkTypescriptDriver(options: SdkTypescriptOptions): Driver {
  return {
    gates: false,
    start: async (context) => {
      const start = (): Promise<SdkProcess> => startProcess(options, context);
      return new SdkSession(options, context, start, await start());
    },
  };
}
