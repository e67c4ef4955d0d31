import { pathToFileURL } from 'node:url';
import { TRANSPORT_FAILURE } from '../../failure-table.js';

export interface ClientSettings {
  readonly baseUrl: string;
  /** Base URLs of the other servers of the contract, by their URL in the contract. */
  readonly servers?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly timeoutMs: number;
}

/** A client as the driver sees it: an object with methods and an optional `close`. */
export type SdkClient = { readonly [method: string]: unknown } & { readonly close?: () => unknown };
export type ClientClass = new (settings: ClientSettings) => SdkClient;

export type Loaded =
  | { readonly kind: 'loaded'; readonly clientClass: ClientClass; readonly transportError: boolean }
  | { readonly kind: 'unavailable'; readonly message: string; readonly repair: string };

/** Imports the module and returns the exported class, or the reason why there is no class. */
export async function loadClientClass(file: string, name: string): Promise<Loaded> {
  try {
    const exports = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    const exported = exports[name];
    const transportError = typeof exports[TRANSPORT_FAILURE.error] === 'function';
    if (typeof exported === 'function') return { kind: 'loaded', clientClass: exported as ClientClass, transportError };
    return {
      kind: 'unavailable',
      message: `${file} exports no class ${name}`,
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
