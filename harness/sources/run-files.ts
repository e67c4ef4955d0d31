import { resolve } from 'node:path';
import { drivenKind } from '../../surfaces/kinds/surface-kinds.js';
import type { ServiceConfig } from '../configuration/config.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { sameFile, surfaceConfigsFor } from '../configuration/surface-configs.js';
import { fileStatus } from './built-from.js';
import { isInside } from './local-modules.js';

/**
 * The files that a contract's surfaces and service run, as absolute paths. Only files in the folder of the
 * configuration are included.
 */
export function runFiles(loaded: LoadedConfig, contract: string, surfaces: readonly string[]): readonly string[] {
  const service = loaded.contracts.find(({ file }) => sameFile(loaded, file, contract))?.service;
  const configs = surfaceConfigsFor(loaded, contract, surfaces);
  const named = [...commandOf(service), ...configs.flatMap(({ config }) => drivenKind(config.driver).files(config))];
  return [...new Set(named.map((name) => resolve(loaded.root, name)))].filter((file) => isOwnFile(loaded.root, file));
}

/** All words of the command of a service. The caller removes words that name no file. */
function commandOf(service: ServiceConfig | undefined): readonly string[] {
  return service !== undefined && 'command' in service ? service.command : [];
}

function isOwnFile(root: string, file: string): boolean {
  return isInside(root, file) && fileStatus(file) !== undefined;
}
