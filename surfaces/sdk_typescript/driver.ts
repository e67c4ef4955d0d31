import type { Driver } from '../driver.js';
import { callText } from './session/call-text.js';
import type { SdkProcess } from './session/sdk-process.js';
import { SdkSession } from './session/session.js';
import type { SdkTypescriptOptions } from './session/config.js';
import { startProcess } from './session/start-process.js';

/**
 * Drives an SDK in a separate process for each session. A call creates `new Client({baseUrl, token, timeoutMs})` if
 * necessary, and then calls `client[operationId](flatArguments)`. Omitted arguments are not passed. A success shows its
 * value but no status, so `status` is not observed. An error has a status.
 */
export function sdkTypescriptDriver(options: SdkTypescriptOptions): Driver {
  return {
    gates: false,
    limitsCalls: true,
    atOnce: 'calls',
    callText: (calls) => callText(calls, options),
    start: async (context) => {
      const start = (): Promise<SdkProcess> => startProcess(options, context);
      return new SdkSession(options, context, start, await start());
    },
  };
}
