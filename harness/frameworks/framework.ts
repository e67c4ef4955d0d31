import type { ServiceConfig } from '../configuration/config.js';

/** A service in an ordinary framework, which keeps `parcels.openapi.yaml` with the framework's own handling of connections. */
export interface Framework {
  readonly name: string;
  /** Finds out whether it can run here, and builds it into the folder where it has to be built. */
  prepare(places: Places): Promise<Prepared>;
}

export interface Places {
  /** `harness/frameworks` of the source tree: what is not TypeScript is not copied by the build. */
  readonly sources: string;
  /** A temporary folder. */
  readonly scratch: string;
  readonly programs: Programs;
}

/** What runs the services; each may be given on the command line. */
interface Programs {
  readonly python: string;
  readonly go: string;
  /** A folder whose `node_modules` holds Express; without it that of the project does. */
  readonly express?: string;
}

export type Prepared =
  | { readonly kind: 'ready'; /** Name and version. */ readonly version: string; readonly service: StartedService }
  | { readonly kind: 'missing'; readonly reason: string; readonly repair: string };

export type StartedService = Extract<ServiceConfig, { command: readonly string[] }>;

/** The token is given as `SVC_TOKEN`; a reset brings back the parcels of the start. */
export function startedService(command: readonly string[], env: Readonly<Record<string, string>> = {}): StartedService {
  return { command: [...command, '{port}'], env, resetPath: '/-/reset' };
}
