import { resolve } from 'node:path';
import type { ContractFault } from '../../../contract/contract.js';
import type { ToolServer } from '../../../contract/manifests/tool-server.js';
import { readToolServers } from '../../../contract/manifests/tool-servers.js';
import type { Waiver } from '../../../contract/manifests/waiver.js';
import { readWaivers } from '../../../contract/manifests/waivers.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import type { KeptCase } from '../plan/kept-plan.js';
import { readKeptCases } from './kept-cases.js';

/**
 * The contents of the files that the configuration names in addition to contracts: waivers, registry and kept
 * counterexamples.
 */
export interface Declared {
  readonly waivers: readonly Waiver[];
  /** The tool servers of the registry. `undefined` if the configuration names no registry. */
  readonly servers: readonly ToolServer[] | undefined;
  readonly kept: readonly KeptCase[];
}

export type DeclaredReading =
  | { readonly kind: 'declared'; readonly declared: Declared }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

/** The default folder for counterexamples that a project keeps. */
export const REGRESSIONS = 'contract/regressions';

/**
 * Reads the waivers, the registry and the kept counterexamples. If any of these files has errors, returns the errors of
 * all of them instead.
 */
export async function readDeclared({ config, root }: LoadedConfig): Promise<DeclaredReading> {
  const waivers = config.waivers === undefined ? undefined : readWaivers(config.waivers, { root });
  const registry = config.registry === undefined ? undefined : readToolServers(config.registry, { root });
  const kept = await readKeptCases(resolve(root, config.regressions ?? REGRESSIONS), root);
  const faults = [waivers, registry, kept].flatMap((reading) => (reading?.kind === 'faults' ? reading.faults : []));
  if (faults.length > 0) return { kind: 'faults', faults };
  return {
    kind: 'declared',
    declared: {
      waivers: waivers?.kind === 'waivers' ? waivers.waivers : [],
      kept: kept.kind === 'kept' ? kept.kept : [],
      servers: registry?.kind === 'servers' ? registry.servers : undefined,
    },
  };
}
