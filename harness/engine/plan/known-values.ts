import type { KnownValues } from '../../cases/make-cases.js';
import type { LoadedConfig } from '../../configuration/load-config.js';

/** The configured values of arguments, by name. */
export function knownValues({ config }: LoadedConfig): ReadonlyMap<string, KnownValues> {
  const values = Object.entries(config.values ?? {});
  return new Map(values.map(([name, { known, only }]) => [name, { known, only: only ?? false }] as const));
}
