import { once } from 'node:events';
import { resolve } from 'node:path';
import { startPrism } from '../../backends/mock.js';
import { loadConfigFor } from '../../configuration/load-config.js';
import { interruptible } from './interrupt.js';

/** `parity mock`: runs the mock server Prism on a loopback port until the command is interrupted. */
export async function mockCommand(
  config: string | undefined,
  options: { readonly port: number; readonly contract?: string },
): Promise<void> {
  const loaded = await loadConfigFor(options.contract === undefined ? [] : [options.contract], config, process.cwd());
  const file = options.contract ?? loaded.contracts[0]?.file ?? '';
  const { signal, done } = interruptible();
  const prism = await startPrism(resolve(loaded.root, file), options.port);
  process.stdout.write(`${file} is mocked at ${prism.url}; press Ctrl-C to stop\n`);
  if (!signal.aborted) await once(signal, 'abort');
  await prism.close();
  done();
}
