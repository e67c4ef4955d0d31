import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import type { Driver, ExpectedEntry } from '../../surfaces/driver.js';
import { type AnyDrivenKind, drivenKind, generatedKind } from '../../surfaces/kinds/surface-kinds.js';
import type { SurfaceConfig } from '../configuration/config.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfaceConfigsFor } from '../configuration/surface-configs.js';
import type { DrivenSurface } from '../engine/drive/backend-run.js';

/** A configured surface with its driver. */
export interface Surface extends DrivenSurface {
  readonly config: SurfaceConfig;
  expectedInventory(contract: Contract): readonly ExpectedEntry[];
}

type Implementation = ReturnType<AnyDrivenKind['implementation']>;

/** The implementation of each kind of surface. A run uses one instance, so that the drivers can share processes. */
export class Implementations {
  readonly #known = new Map<AnyDrivenKind, Implementation>();

  of(kind: AnyDrivenKind): Implementation {
    const known = this.#known.get(kind) ?? kind.implementation();
    this.#known.set(kind, known);
    return known;
  }
}

/** All surfaces that offer the contract in `file`, or only the surfaces in `named`. */
export async function surfacesOf(
  loaded: LoadedConfig,
  file: string,
  named: readonly string[] = [],
  implementations = new Implementations(),
): Promise<readonly Surface[]> {
  const configs = surfaceConfigsFor(loaded, file, named);
  return Promise.all(configs.map(async ({ id, config }) => surface(id, config, implementations)));
}

async function surface(id: string, config: SurfaceConfig, implementations: Implementations): Promise<Surface> {
  const kind = drivenKind(config.driver);
  const implementation = await implementations.of(kind);
  return {
    id,
    config,
    lanes: config.lanes ?? kind.lanes?.count() ?? 1,
    driver: await withGeneratedCalls(implementation.driver(config), config),
    expectedInventory: (contract) => implementation.expectedInventory(contract, config),
    ...(kind.isCostly === true && { isCostly: true }),
    // The surface `rest` has no client code: the harness itself sends its requests to the base URL.
    ...(config.driver === 'rest' ? { servers: 'one' as const } : config.servers && { servers: config.servers }),
    ...(config.basePath !== undefined && { basePath: config.basePath }),
    ...(config.unknownMembers && { unknownMembers: config.unknownMembers }),
    ...(config.inexpressible && { inexpressible: declared(config.inexpressible) }),
  };
}

/**
 * Returns true if one of the surfaces has client code. Replies that the harness makes are sent to check how clients
 * read them. So they are not sent if the harness itself is the only client.
 */
export function haveClient(surfaces: readonly Surface[]): boolean {
  return surfaces.some(({ config }) => config.driver !== 'rest');
}

/**
 * Adds code samples of calls to a driver that the user wrote. This is possible only if one of our generators made the
 * code that the driver calls.
 */
async function withGeneratedCalls(driver: Driver, { driver: kind, generate }: SurfaceConfig): Promise<Driver> {
  if (kind !== 'protocol' || generate === undefined || !('generator' in generate)) return driver;
  const callText = await generatedKind(generate.generator).callText?.();
  return callText ? { ...driver, callText: (calls, { contract }) => callText(calls, contract, generate) } : driver;
}

function declared(
  inexpressible: NonNullable<SurfaceConfig['inexpressible']>,
): NonNullable<DrivenSurface['inexpressible']> {
  return new Map(
    Object.entries(inexpressible).map(([operation, reasons]) => [operation as OperationId, reasons] as const),
  );
}
