import { promises, readFileSync } from 'node:fs';
import { extname, relative, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import { ParityError } from '../../contract/parity-error.js';
import { withOwnStackTraces } from './load-config.js';

const TEXT_FORMATS = new Set(['.yaml', '.yml', '.json']);

/**
 * Loads the Spectral ruleset of the user: YAML, JSON, or a module with a ruleset as its default export. Rejects with a
 * `ParityError` that names the file.
 */
export async function loadRuleset(file: string, root: string): Promise<RulesetDefinition> {
  const path = resolve(root, file);
  const load = await moduleLoader();
  try {
    readFileSync(path);
    const value = TEXT_FORMATS.has(extname(path)) ? await fromText(path, load) : await load(path);
    return await checked(value);
  } catch (error) {
    throw new ParityError(
      'ruleset-unusable',
      `${relative(root, path)} is not a usable Spectral ruleset: ${reasonOf(error)}`,
      'Correct the ruleset, or remove `ruleset` from the configuration.',
      { cause: error },
    );
  }
}

type Load = (path: string) => Promise<unknown>;

async function moduleLoader(): Promise<Load> {
  // `contract-parity/spectral` resolves to this package, even if it is not installed beside the ruleset.
  const virtualModules = { 'contract-parity/spectral': await import('../../rules/contract/lint/ruleset.js') };
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache: false, virtualModules });
  return (path) => withOwnStackTraces(() => jiti.import(path, { default: true }));
}

/**
 * Loads a ruleset from a YAML or JSON file. Spectral's migrator converts the file to the code of a module; the packages
 * that this code imports are provided here.
 */
async function fromText(path: string, load: Load): Promise<unknown> {
  const { migrateRuleset, functions, formats, oas } = await import('../../rules/contract/lint/spectral.js');
  const code = await migrateRuleset(path, { format: 'commonjs', fs: { promises }, fetch: refused });
  const modules = new Map<string, unknown>([
    ['@stoplight/spectral-functions', functions],
    ['@stoplight/spectral-formats', formats],
    ['@stoplight/spectral-rulesets', { oas }],
  ]);
  for (const [, name = ''] of code.matchAll(/^const .* = .*require\(("(?:[^"\\]|\\.)*")\)\)?;$/gm)) {
    const wanted = JSON.parse(name) as string;
    if (!modules.has(wanted)) modules.set(wanted, await load(ownRuleset(wanted)));
  }
  const module: { exports?: unknown } = {};
  compileFunction(code, ['module', 'require'])(module, (name: string) => modules.get(name));
  return module.exports;
}

/**
 * Restores the name `contract-parity/spectral` in a ruleset of the user. Spectral's migrator replaces the name of a
 * package that it does not find with a path beside the ruleset.
 */
function ownRuleset(wanted: string): string {
  return /[\\/]contract-parity[\\/]spectral$/.test(wanted) ? 'contract-parity/spectral' : wanted;
}

function refused(url: string): Promise<never> {
  return Promise.reject(new Error(`${url} is not read: a ruleset can extend only files and packages of this machine`));
}

async function checked(value: unknown): Promise<RulesetDefinition> {
  const { Spectral } = await import('../../rules/contract/lint/spectral.js');
  new Spectral().setRuleset(value as RulesetDefinition);
  return value as RulesetDefinition;
}

const MAX_REASON = 1000;

function reasonOf(error: unknown): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const texts = errors.map((one) => (one instanceof Error ? `${placeOf(one)}${one.message}` : String(one)));
  return [...new Set(texts)].join('; ').slice(0, MAX_REASON);
}

/** The place in the ruleset that an error of Spectral states, as the first part of a message. */
function placeOf(error: Error): string {
  return 'path' in error && Array.isArray(error.path) && error.path.length > 0 ? `${error.path.join('.')}: ` : '';
}
