import type { ToolServer } from '../../contract/manifests/tool-server.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';
import { type PinReading, readPin } from './pin.js';

/** One entry and what its pin says. */
export interface PinnedServer {
  readonly server: ToolServer;
  readonly reading: PinReading;
}

/** A rule about the registry as it is written. Pure: same registry, same violations. */
export interface RegistryRule extends RuleStatement {
  check(servers: readonly PinnedServer[]): readonly Violation[];
}

export function pinned(servers: readonly ToolServer[]): readonly PinnedServer[] {
  return servers.map((server) => ({ server, reading: readPin(server.pin) }));
}

/** The registry is at fault, so it carries the blame; which entry, `surface` says, and tells two findings apart. */
export function registryViolation(
  server: ToolServer,
  part: keyof ToolServer['places'],
  told: Pick<Violation, 'kind' | 'message' | 'expected' | 'received'>,
): Violation {
  const location = server.places[part];
  return { surface: server.name, pointer: location.pointer, ...told, blame: 'contract', cause: `${server.name} ${part}`, location };
}
