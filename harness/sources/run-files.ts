import { resolve } from 'node:path';
import { drivenKind } from '../../surfaces/kinds/surface-kinds.js';
import type { ServiceConfig } from '../configuration/config.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { sameFile, surfaceConfigsFor } from '../configuration/surface-configs.js';
import { fileStatus } from './built-from.js';
import { isInside } from './local-modules.js';

/**
 * The files that these surfaces of a contract, and its service, run, as absolute paths. Only files in the folder of the
 * configuration are included.
 */
export function runFiles(loaded: LoadedConfig, contract: string, surfaces: readonly string[]): readonly string[] {
  const service = loaded.contracts.find(({ file }) => sameFile(loaded, file, contract))?.service;
  const configs = surfaceConfigsFor(loaded, contract, surfaces);
  const named = [...commandOf(service), ...configs.flatMap(({ config }) => drivenKind(config.driver).files(config))];
  return [...new Set(named.map((name) => resolve(loaded.root, name)))].filter((file) => isOwnFile(loaded.root, file));
}

/** All words of the command. Words that name no file are removed later. */
function commandOf(service: ServiceConfig | undefined): readonly string[] {
  return service !== undefined && 'command' in service ? service.command : [];
}

function isOwnFile(root: string, file: string): boolean {
  return isInside(root, file) && fileStatus(file) !== undefined;
}
