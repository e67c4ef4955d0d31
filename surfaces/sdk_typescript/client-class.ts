import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Json, ownValue } from '../../contract/json.js';
import { ParityError } from '../../contract/parity-error.js';
import type { DriverContext, SurfaceDescription } from '../driver.js';

export interface SdkTypescriptOptions {
  /** Path of the module, from the configuration's folder. */
  readonly module: string;
  /** Name of the exported class; `Client` unless told. */
  readonly export?: string;
}

export interface ClientSettings {
  readonly baseUrl: string;
  readonly token?: string;
  readonly timeoutMs: number;
}

/** A client as the driver sees it: a bag of methods, and perhaps a `close`. */
export type SdkClient = { readonly [method: string]: unknown } & { readonly close?: () => unknown };
export type ClientClass = new (settings: ClientSettings) => SdkClient;

/** The exported class. Rejects with `surface-unavailable` where the module cannot be loaded or does not export it. */
export async function loadClientClass(options: SdkTypescriptOptions, context: DriverContext): Promise<ClientClass> {
  const file = path.resolve(context.root, options.module);
  const name = options.export ?? 'Client';
  const exported = (await importModule(file, context))[name];
  if (typeof exported === 'function') return exported as ClientClass;
  throw unavailable(context, `${file} exports no class ${name}`, 'Name the exported class in `export` of the surface.');
}

/** Name and version of the package that the module belongs to; the module itself where it belongs to none. */
export function describeModule({ module }: SdkTypescriptOptions, { root }: DriverContext): SurfaceDescription {
  const manifest = manifestAbove(path.dirname(path.resolve(root, module)));
  const version = manifestText(manifest, 'version');
  return { name: manifestText(manifest, 'name') ?? module, language: 'typescript', ...(version !== undefined && { version }) };
}

function manifestAbove(folder: string): Json {
  const parent = path.dirname(folder);
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return parent === folder ? null : manifestAbove(parent);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Json;
  } catch {
    return null;
  }
}

function manifestText(manifest: Json, member: string): string | undefined {
  const value = ownValue(manifest, member);
  return typeof value === 'string' ? value : undefined;
}

async function importModule(file: string, context: DriverContext): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unavailable(context, `${file} cannot be imported: ${reason}`, 'Build the SDK, and name the built JavaScript in `module`.', cause);
  }
}

function unavailable({ surface }: DriverContext, message: string, repair: string, cause?: unknown): ParityError {
  return new ParityError('surface-unavailable', `${surface}: ${message}`, repair, { cause });
}
