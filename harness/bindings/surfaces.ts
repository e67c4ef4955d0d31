import { availableParallelism } from 'node:os';
import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import { cliDriver } from '../../surfaces/cli/driver.js';
import { cliExpectedInventory } from '../../surfaces/cli/inventory.js';
import type { Driver, ExpectedEntry } from '../../surfaces/driver.js';
import { mcpDriver, mcpExpectedInventory } from '../../surfaces/mcp/driver.js';
import { protocolDriver, protocolExpectedInventory } from '../../surfaces/protocol/driver.js';
import { restDriver, restExpectedInventory } from '../../surfaces/rest/driver.js';
import { sdkTypescriptDriver } from '../../surfaces/sdk_typescript/driver.js';
import { sdkTypescriptExpectedInventory } from '../../surfaces/sdk_typescript/inventory.js';
import { uiCardDriver } from '../../surfaces/ui_card/driver.js';
import { uiCardExpectedInventory } from '../../surfaces/ui_card/inventory.js';
import type { SurfaceConfig } from '../configuration/config.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfaceConfigsFor } from '../configuration/surface-configs.js';
import type { DrivenSurface } from '../engine/drive/backend-run.js';

/** A configured surface, ready to be driven. */
export interface Surface extends DrivenSurface {
  readonly config: SurfaceConfig;
  expectedInventory(contract: Contract): readonly ExpectedEntry[];
}

/** All surfaces that offer the contract in `file`, or only the named ones. */
export function surfacesOf(loaded: LoadedConfig, file: string, named: readonly string[] = []): readonly Surface[] {
  return surfaceConfigsFor(loaded, file, named).map(({ id, config }) => surface(id, config));
}

function surface(id: string, config: SurfaceConfig): Surface {
  const driven = drivenBy(id, config);
  return config.inexpressible === undefined ? driven : { ...driven, inexpressible: declared(config.inexpressible) };
}

function declared(
  inexpressible: NonNullable<SurfaceConfig['inexpressible']>,
): NonNullable<DrivenSurface['inexpressible']> {
  return new Map(
    Object.entries(inexpressible).map(([operation, reasons]) => [operation as OperationId, reasons] as const),
  );
}

function drivenBy(id: string, config: SurfaceConfig): Surface {
  const lanes = config.lanes ?? (config.driver === 'cli' ? Math.min(4, availableParallelism()) : 1);
  switch (config.driver) {
    case 'rest':
      return { id, config, lanes, driver: restDriver(), expectedInventory: restExpectedInventory };
    case 'sdk_typescript':
      return {
        id,
        config,
        lanes,
        driver: sdkTypescriptDriver(config),
        expectedInventory: sdkTypescriptExpectedInventory,
      };
    case 'cli':
      return { id, config, lanes, driver: cliDriver(config), expectedInventory: cliExpectedInventory };
    case 'mcp':
      return { id, config, lanes, driver: mcp(config), expectedInventory: mcpExpectedInventory };
    case 'protocol':
      return { id, config, lanes, driver: protocolDriver(config), expectedInventory: protocolExpectedInventory };
    case 'ui_card':
      return { id, config, lanes, driver: uiCardDriver(config), expectedInventory: uiCardExpectedInventory };
    default:
      return config satisfies never;
  }
}

function mcp(config: Extract<SurfaceConfig, { driver: 'mcp' }>): Driver {
  return 'url' in config
    ? mcpDriver({ url: config.url })
    : mcpDriver({ command: config.command, ...(config.env && { env: config.env }) });
}
