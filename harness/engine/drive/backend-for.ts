import { resolve } from 'node:path';
import type { Contract } from '../../../contract/contract.js';
import type { Backend } from '../../backends/backend.js';
import { mockBackend } from '../../backends/mock.js';
import { type RequestServers, serverAddresses } from '../../backends/service/server-addresses.js';
import { serviceBackend } from '../../backends/service/service.js';
import type { ServiceConfig } from '../../configuration/config.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { sameFile } from '../../configuration/surface-configs.js';

/** The mock or the service of a contract. `undefined` if the configuration has no service for the contract. */
export function backendFor(loaded: LoadedConfig, contract: Contract, kind: 'reference' | 'mock'): Backend | undefined {
  if (kind === 'mock') return mockFor(loaded, contract);
  const service = serviceOf(loaded, contract);
  const host = loaded.contracts.find(({ file }) => sameFile(loaded, file, contract.file))?.host;
  return service && serviceBackend(service, { ...loaded, ...host, servers: serversFor(loaded, contract) });
}

export function mockFor(loaded: LoadedConfig, contract: Contract): Backend {
  return mockBackend(resolve(loaded.root, contract.file), loaded.timeoutMs);
}

/** The additional servers that operations of a contract name, with their addresses in this run. */
export function serversFor(loaded: LoadedConfig, contract: Contract): RequestServers {
  return serverAddresses(contract, serviceOf(loaded, contract));
}

export function hasService(loaded: LoadedConfig, contract: Contract): boolean {
  return serviceOf(loaded, contract) !== undefined;
}

/**
 * The service of a contract, from the configuration. If the contract is named only on the command line, this is the
 * service at the top level of the configuration.
 */
function serviceOf({ contracts, config, ...loaded }: LoadedConfig, contract: Contract): ServiceConfig | undefined {
  const listed = contracts.find(({ file }) => sameFile(loaded, file, contract.file));
  return listed === undefined ? config.service : listed.service;
}
