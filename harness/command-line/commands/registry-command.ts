import { ParityError } from '../../../contract/parity-error.js';
import { checkCommand } from './check-command.js';
import type { RegistryFlags } from './registry-flags.js';

/**
 * `parity registry`: runs only the registry phase of `parity check`. With `--probe`, also starts and queries the tool
 * servers.
 */
export async function registryCommand(config: string | undefined, flags: RegistryFlags): Promise<void> {
  const { probe = false, server = [], online = false, reports } = flags;
  if (!probe && (server.length > 0 || online)) {
    throw new ParityError('flag-without-probe', '`--server` and `--online` apply only to a probe', 'Add `--probe`.');
  }
  await checkCommand(config, undefined, {
    phase: ['registry'],
    ...(probe && { probe: { servers: server, online } }),
    ...(reports !== undefined && { reports }),
  });
}
