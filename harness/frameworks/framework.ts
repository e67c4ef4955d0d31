import type { StartedConfig } from '../backends/service/service-process.js';

/**
 * A service in a common framework that implements `parcels.openapi.yaml` with the framework's default handling of
 * connections.
 */
export interface Framework {
  readonly name: string;
  /** Checks whether the framework can run on this machine, and builds the service if necessary. */
  prepare(places: Places): Promise<Prepared>;
}

export interface Places {
  /**
   * The folder `harness/frameworks` of the sources. Its services are not in `dist`, which has only compiled TypeScript.
   */
  readonly sources: string;
  /** A temporary folder for the compiled services and the reports. */
  readonly scratch: string;
  readonly programs: Programs;
}

/** Programs that run the services. Command-line options can set each of them. */
interface Programs {
  readonly python: string;
  readonly go: string;
  /** A folder whose `node_modules` contains Express; by default the folder of the project. */
  readonly express?: string;
}

export type Prepared =
  | { readonly kind: 'ready'; /** Name and version. */ readonly version: string; readonly service: StartedConfig }
  | { readonly kind: 'missing'; readonly reason: string; readonly repair: string };

/** The configuration of a service that the check starts. A reset restores the initial parcels. */
export function startedService(command: readonly string[], env: Readonly<Record<string, string>> = {}): StartedConfig {
  return { command: [...command, '{port}'], env, resetPath: '/-/reset' };
}
