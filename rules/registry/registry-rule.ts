import type { ToolServer } from '../../contract/manifests/tool-server.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';
import { type PinReading, readPin } from './pin.js';

/** One server in the registry file, with its parsed pin. */
export interface PinnedServer {
  readonly server: ToolServer;
  readonly reading: PinReading;
}

/** A rule about the registry file. Its check is a pure function: the same file gives the same violations. */
export interface RegistryRule extends RuleStatement {
  check(servers: readonly PinnedServer[]): readonly Violation[];
}

export function pinned(servers: readonly ToolServer[]): readonly PinnedServer[] {
  return servers.map((server) => ({ server, reading: readPin(server.pin) }));
}

/**
 * A violation in the registry file. Its `surface` is the name of the server, so that findings about different servers
 * stay separate.
 */
export function registryViolation(
  server: ToolServer,
  part: keyof ToolServer['places'],
  fault: Pick<Violation, 'kind' | 'message' | 'expected' | 'received'>,
): Violation {
  const location = server.places[part];
  return {
    surface: server.name,
    pointer: location.pointer,
    ...fault,
    blame: 'contract',
    cause: `${server.name} ${part}`,
    location,
  };
}
