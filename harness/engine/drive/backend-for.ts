import { resolve } from 'node:path';
import type { Contract } from '../../../contract/contract.js';
import type { Backend } from '../../backends/backend.js';
import { mockBackend } from '../../backends/mock.js';
import { serviceBackend } from '../../backends/service/service.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { sameFile } from '../../configuration/surface-configs.js';

/** The backend of a contract: its mock or its service; `undefined` if the configuration has no service for it. */
export function backendFor(loaded: LoadedConfig, contract: Contract, kind: 'reference' | 'mock'): Backend | undefined {
  if (kind === 'mock') return mockFor(loaded, contract);
  const listed = loaded.contracts.find(({ file }) => sameFile(loaded, file, contract.file));
  // A contract that is named only on the command line uses the service of the configuration.
  const service = listed === undefined ? loaded.config.service : listed.service;
  return service === undefined ? undefined : serviceBackend(service, loaded);
}

export function mockFor(loaded: LoadedConfig, contract: Contract): Backend {
  return mockBackend(resolve(loaded.root, contract.file), loaded.timeoutMs);
}
