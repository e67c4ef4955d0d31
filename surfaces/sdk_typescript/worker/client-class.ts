import { pathToFileURL } from 'node:url';
import type { Observable } from '../../observation.js';
import { TRANSPORT_FAILURE } from '../../failure-table.js';

export interface ClientSettings {
  readonly baseUrl: string;
  /** The base URL of each further server, by its URL in the contract. Requests to the server must use this base URL. */
  readonly servers?: Readonly<Record<string, string>>;
  readonly token?: string | (() => Promise<string | undefined>);
  readonly timeoutMs: number;
  /** Headers of every request. Only generated clients have this setting. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client as the driver uses it: an object with a method for each operation. It may also have a method `close`. */
export type SdkClient = { readonly [method: string]: unknown } & { readonly close?: () => unknown };
type ClientClass = new (settings: ClientSettings) => SdkClient;

/** The exports of an imported module, by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

export type Loaded =
  | {
      readonly kind: 'loaded';
      readonly clientClass: ClientClass;
      readonly exports: ModuleExports;
      /** What a caller can observe because of the exports of the module. */
      readonly observes: readonly Observable[];
      /**
       * Whether the module has the error classes of a module that `parity generate` wrote. Its clients then have the
       * features of a generated client: tokens from a function, options of a call, and values of events.
       */
      readonly isGenerated: boolean;
    }
  | { readonly kind: 'unavailable'; readonly message: string; readonly repair: string };

/** Further error classes of a generated module. */
const OWN_ERRORS = ['ApiError', 'RefusedError'];

/** Imports the module and returns the class that it exports. If there is none, returns the reason. */
export async function loadClientClass(file: string, name: string): Promise<Loaded> {
  try {
    const exports = (await import(pathToFileURL(file).href)) as ModuleExports;
    const exported = exports[name];
    const transportError = typeof exports[TRANSPORT_FAILURE.error] === 'function';
    const isGenerated = transportError && OWN_ERRORS.every((error) => typeof exports[error] === 'function');
    const observes: readonly Observable[] = [
      ...(transportError ? (['transport-error'] as const) : []),
      ...(isGenerated ? (['event-values'] as const) : []),
    ];
    if (typeof exported === 'function')
      return { kind: 'loaded', clientClass: exported as ClientClass, exports, observes, isGenerated };
    return {
      kind: 'unavailable',
      message: `${file} does not export a class ${name}`,
      repair: 'Set `export` of the surface to the name of the exported class.',
    };
  } catch (cause) {
    return notImported(file, cause instanceof Error ? cause.message : String(cause));
  }
}

export function notImported(file: string, reason: string): Extract<Loaded, { kind: 'unavailable' }> {
  const repair = 'Build the SDK, and set `module` of the surface to the built JavaScript file.';
  return { kind: 'unavailable', message: `${file} cannot be imported: ${reason}`, repair };
}
