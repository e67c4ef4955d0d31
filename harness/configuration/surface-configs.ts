import { resolve } from 'node:path';
import { ParityError } from '../../contract/parity-error.js';
import type { SurfaceConfig } from './config.js';
import type { LoadedConfig } from './load-config.js';
import { nameOneOf } from './name-one-of.js';

/** The configuration that a surface has for one contract. */
export interface NamedSurfaceConfig {
  readonly id: string;
  readonly config: SurfaceConfig;
}

/**
 * The surfaces that offer the contract in `file`. If surfaces are named, only the named surfaces are returned. Throws a
 * `ParityError` for a name that is not configured.
 */
export function surfaceConfigsFor(
  loaded: LoadedConfig,
  file: string,
  named: readonly string[] = [],
): readonly NamedSurfaceConfig[] {
  return surfaceNames(loaded, named).flatMap((id) => {
    const surface = loaded.config.surfaces[id];
    if (surface === undefined) return [];
    const config =
      'contracts' in surface
        ? Object.entries(surface.contracts).find(([key]) => sameFile(loaded, key, file))?.[1]
        : surface;
    return config === undefined ? [] : [{ id, config }];
  });
}

/**
 * The names of all configured surfaces, in their order. If surfaces are named, only the named surfaces are returned.
 * Throws a `ParityError` for a name that is not configured.
 */
export function surfaceNames(loaded: LoadedConfig, named: readonly string[] = []): readonly string[] {
  const configured = Object.keys(loaded.config.surfaces);
  const unknown = named.find((name) => !configured.includes(name));
  if (unknown !== undefined) {
    throw new ParityError(
      'surface-unknown',
      `${loaded.file} has no surface \`${unknown}\``,
      nameOneOf(unknown, configured),
    );
  }
  return configured.filter((id) => named.length === 0 || named.includes(id));
}

/** Returns true if two paths lead to the same file. Relative paths start from the folder of the configuration. */
export function sameFile({ root }: Pick<LoadedConfig, 'root'>, one: string, other: string): boolean {
  return resolve(root, one) === resolve(root, other);
}
