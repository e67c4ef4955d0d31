import { once } from 'node:events';
import { join } from 'node:path';
import { startPrism } from '../backends/mock.js';
import { loadConfig } from '../configuration/load-config.js';
import { interruptible } from './interrupt.js';

/** `parity mock`: Prism on a loopback port until it is interrupted. */
export async function mockCommand(
  config: string | undefined,
  options: { readonly port: number; readonly contract?: string },
): Promise<void> {
  const loaded = await loadConfig(config, process.cwd());
  const file = options.contract ?? loaded.contracts[0]?.file ?? '';
  const { signal, done } = interruptible();
  const prism = await startPrism(join(loaded.root, file), options.port);
  process.stdout.write(`${file} is mocked at ${prism.url}; end it with Ctrl-C\n`);
  if (!signal.aborted) await once(signal, 'abort');
  await prism.close();
  done();
}
