import { ParityError } from '../../contract/parity-error.js';
import { checkCommand } from './check-command.js';
import type { RegistryFlags } from './registry-flags.js';

/** `parity registry`: the one phase of `parity check`, and the probing that only who asks for it gets. */
export async function registryCommand(config: string | undefined, flags: RegistryFlags): Promise<void> {
  const { probe = false, server = [], online = false, reports } = flags;
  if (!probe && (server.length > 0 || online)) {
    throw new ParityError('flag-alone', '`--server` and `--online` say how to probe', 'Add `--probe`.');
  }
  await checkCommand(config, {
    phase: ['registry'],
    ...(probe && { probe: { servers: server, online } }),
    ...(reports !== undefined && { reports }),
  });
}
