import type { Driver } from '../driver.js';
import { callText } from './session/call-text.js';
import type { SdkProcess } from './session/sdk-process.js';
import { SdkSession } from './session/session.js';
import type { SdkTypescriptOptions } from './session/config.js';
import { startProcess } from './session/start-process.js';

/**
 * Drives an SDK. Each session runs it in a separate process. A call is `client[operationId](arguments)` on a `new
 * Client({baseUrl, token, timeoutMs})`, and omits the arguments that the case omits. A success returns its value but no
 * status, so rules cannot compare the status of a success. An error contains the status of a failure.
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
