import type { ContractFault } from '../../../contract/contract.js';
import type { ToolServer } from '../../../contract/manifests/tool-server.js';
import { readToolServers } from '../../../contract/manifests/tool-servers.js';
import type { Waiver } from '../../../contract/manifests/waiver.js';
import { readWaivers } from '../../../contract/manifests/waivers.js';
import type { LoadedConfig } from '../../configuration/load-config.js';

/** The files that the configuration names in addition to contracts: waivers and registry. */
export interface Declared {
  readonly waivers: readonly Waiver[];
  /** `undefined` if no registry is configured. */
  readonly servers: readonly ToolServer[] | undefined;
}

export type DeclaredReading =
  | { readonly kind: 'declared'; readonly declared: Declared }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

/** Reads the configured waivers and registry. Returns both, or the faults of both. */
export function readDeclared({ config, root }: LoadedConfig): DeclaredReading {
  const waivers = config.waivers === undefined ? undefined : readWaivers(config.waivers, { root });
  const registry = config.registry === undefined ? undefined : readToolServers(config.registry, { root });
  const faults = [waivers, registry].flatMap((reading) => (reading?.kind === 'faults' ? reading.faults : []));
  if (faults.length > 0) return { kind: 'faults', faults };
  return {
    kind: 'declared',
    declared: {
      waivers: waivers?.kind === 'waivers' ? waivers.waivers : [],
      servers: registry?.kind === 'servers' ? registry.servers : undefined,
    },
  };
}
