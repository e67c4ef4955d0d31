import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isJsonObject } from '../../contract/json/json.js';
import { OWN_SCHEMA } from '../../contract/schema/own-schema.js';
import { ParityError } from '../../contract/parity-error.js';
import type { HeaderPair } from '../../contract/wire/message.js';
import type { TrialRule } from '../../rules/rule.js';
import { MAX_BODY_BYTES } from '../../surfaces/http/body-excerpt.js';
import { GENERATOR_NAMES } from '../../surfaces/kinds/surface-kinds.js';
import { compiledFolder, forgetCredentials } from './compiled-code.js';
import type { ParityConfig, ServiceConfig } from './config.js';
import { CONFIG_SCHEMA } from './config-schema.js';
import { VALIDATORS } from './config-validator.js';
import { trialRules } from './trial-rules.js';

/** A configuration with its defaults filled in. */
export interface LoadedConfig {
  readonly file: string;
  /** The folder of the configuration file. Relative paths start from it. */
  readonly root: string;
  readonly config: ParityConfig;
  readonly contracts: readonly LoadedContract[];
  readonly prefix: string;
  readonly token: string;
  /** The credentials of the security schemes that do not use the token, by the name of the scheme. */
  readonly credentials: ReadonlyMap<string, string>;
  readonly backends: readonly ('reference' | 'mock')[];
  /** Not set if the number of runs depends on the cost of a call on each surface. */
  readonly runs?: number;
  readonly seed: number;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly reports: string;
  /** All rules about trials: the rules of the catalogue and the user's own rules. */
  readonly rules: readonly TrialRule[];
  /** The phases that run without the option `--phase`. Default: all phases. */
  readonly phases?: readonly string[];
  /** True if the harness sends only requests with safe methods to the service (RFC 9110 §9.2.1). */
  readonly safe?: true;
  /**
   * Headers with credentials of security schemes. They are sent with each call that uses the configured credentials.
   */
  readonly callHeaders?: readonly HeaderPair[];
  /** Headers that are added to each request to the service. Reports contain their names, but not their values. */
  readonly headers?: readonly HeaderPair[];
  /**
   * The suffix that the names of the surfaces get if they belong to a released version, such as `@v1.2`. Not set for
   * the working tree.
   */
  readonly suffix?: string;
}

export interface LoadedContract {
  readonly file: string;
  readonly served: boolean;
  /** The service of this contract. By default, the service of the whole configuration. */
  readonly service?: ServiceConfig;
  /**
   * The project folder and the vendor prefix of the service's version. Set only if the surfaces have a different
   * version.
   */
  readonly host?: Pick<LoadedConfig, 'root' | 'prefix'>;
}

const NAMES = ['parity.config.ts', 'parity.config.js', 'parity.config.mjs', 'parity.config.json'];

/**
 * Finds, loads and validates the configuration. Rejects with a `ParityError` that names the file and the invalid
 * option.
 */
export async function loadConfig(file: string | undefined, folder: string): Promise<LoadedConfig> {
  const path = findConfig(file, folder);
  return completeConfig(await importConfig(path), path);
}

/** Returns true if a folder contains a configuration file. */
export function findsConfig(folder: string): boolean {
  return NAMES.some((name) => existsSync(join(folder, name)));
}

/**
 * Loads the configuration from `file` or, if `file` is not given, from the folder. If there is no configuration, but
 * contracts were named, the result is a minimal configuration with these contracts. This is enough for some commands.
 */
export async function loadConfigFor(
  contracts: readonly string[],
  file: string | undefined,
  folder: string,
): Promise<LoadedConfig> {
  if (file !== undefined || contracts.length === 0 || findsConfig(folder)) return loadConfig(file, folder);
  return completeConfig({ contracts, surfaces: { rest: { driver: 'rest' } } }, join(folder, NAMES[0] ?? ''));
}

/**
 * Validates a configuration, and fills in its defaults. `path` is the configuration file: messages refer to it, and
 * relative paths start from its folder.
 */
export function completeConfig(value: unknown, path: string): LoadedConfig {
  const config = checked(value, path);
  const contracts = config.contracts.map((contract) => loadedContract(contract, config.service));
  const offered = Object.values(config.surfaces).flatMap((surface) =>
    'contracts' in surface ? Object.keys(surface.contracts) : [],
  );
  const unknown = offered.find(
    (name) => !contracts.some((contract) => resolve(dirname(path), contract.file) === resolve(dirname(path), name)),
  );
  if (unknown !== undefined) {
    throw new ParityError(
      'config-invalid',
      `${path}: a surface offers ${unknown}, which \`contracts\` does not list`,
      'Write the file name as in `contracts`, or add the file to `contracts`.',
    );
  }
  const hasService = contracts.some(({ service }) => service !== undefined);
  const backends = config.backends ?? (hasService ? ['reference', 'mock'] : ['mock']);
  if (backends.includes('reference') && !hasService) {
    throw new ParityError(
      'config-invalid',
      `${path}: the backend \`reference\` needs a service`,
      'Configure `service` with a command or a URL, or remove `reference` from `backends`.',
    );
  }
  return {
    file: path,
    root: dirname(path),
    config,
    contracts,
    prefix: config.prefix ?? 'svc',
    // The random token is valid only for this run, and only for services that this run starts.
    token: config.token ?? `parity-${randomBytes(18).toString('hex')}`,
    credentials: new Map(Object.entries(config.credentials ?? {})),
    backends,
    ...(config.runs !== undefined && { runs: config.runs }),
    seed: config.seed ?? 1,
    timeoutMs: config.timeoutMs ?? 10_000,
    maxBodyBytes: config.maxBodyBytes ?? MAX_BODY_BYTES,
    reports: config.reports ?? 'reports/latest',
    rules: trialRules(config, path),
  };
}

function loadedContract(
  contract: ParityConfig['contracts'][number],
  common: ServiceConfig | undefined,
): LoadedContract {
  const { file, served = true, service = common } = typeof contract === 'string' ? { file: contract } : contract;
  return { file, served, ...(service !== undefined && { service }) };
}

function findConfig(file: string | undefined, folder: string): string {
  const candidates =
    file === undefined ? NAMES.map((name) => join(folder, name)) : [isAbsolute(file) ? file : resolve(folder, file)];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) {
    throw new ParityError(
      'config-missing',
      `no configuration found at ${candidates[0] ?? folder}`,
      'Create a configuration with `parity init CONTRACT`, or name one with `--config FILE`.',
    );
  }
  return found;
}

async function importConfig(path: string): Promise<unknown> {
  try {
    // `contract-parity` resolves to this package, even if it is not installed beside the configuration.
    const own = fileURLToPath(new URL('./config.js', import.meta.url));
    const { createJiti } = await import('jiti');
    // Compiled configurations are cached, because the compiler is slow to load. A cached file is found by its path, and
    // used only if its last line has the digest of the source.
    const fsCache = compiledFolder('configurations') ?? false;
    const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache, alias: { 'contract-parity': own } });
    const startedMs = Date.now();
    try {
      return await withOwnStackTraces(() => jiti.import(path, { default: true }));
    } finally {
      if (fsCache !== false) forgetCredentials(fsCache, startedMs);
    }
  } catch (error) {
    throw new ParityError(
      'config-unreadable',
      `${path} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      'Correct the file; its default export must be the configuration.',
      { cause: error },
    );
  }
}

/**
 * Runs `work`, then restores the stack-trace settings of `Error`. The compiler jiti changes these settings: each error
 * records 50 frames, and jiti formats them. Libraries that control a browser create an error in each call, so the
 * changed settings would make them slow.
 */
export async function withOwnStackTraces<T>(work: () => Promise<T>): Promise<T> {
  const own = ['stackTraceLimit', 'prepareStackTrace'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(Error, name)] as const,
  );
  try {
    return await work();
  } finally {
    for (const [name, descriptor] of own)
      if (descriptor === undefined) Reflect.deleteProperty(Error, name);
      else Object.defineProperty(Error, name, descriptor);
  }
}

function checked(value: unknown, path: string): ParityConfig {
  if (VALIDATORS.config(value)) return value as ParityConfig;
  // The schema is compiled again here, because messages need the schema, which the precompiled validator does not
  // contain.
  const ajv = new Ajv2020({ ...OWN_SCHEMA, allErrors: true, verbose: true });
  if (ajv.validate<ParityConfig>(CONFIG_SCHEMA, value)) return value;
  const errors = (ajv.errors ?? []).filter((error) => error.keyword !== 'if' && error.keyword !== 'anyOf');
  const [first] = errors.filter(({ schemaPath }) => !schemaPath.includes('/oneOf/') || !errors.some(isChoice));
  const place =
    first === undefined || first.instancePath === ''
      ? 'the configuration'
      : first.instancePath.slice(1).replaceAll('/', '.');
  throw new ParityError(
    'config-invalid',
    `${path}: ${place} ${first === undefined ? 'is not valid' : wrong(first)}`,
    'Correct the configuration; with `defineConfig` an editor checks its types.',
  );
}

/**
 * Returns true if an error states that exactly one of several lists of options is required. Such an error helps more
 * than the error for one of the lists.
 */
function isChoice({ keyword, parentSchema }: ErrorObject): boolean {
  const branches: unknown = parentSchema?.['oneOf'];
  return (
    keyword === 'oneOf' && Array.isArray(branches) && branches.every((branch) => Array.isArray(branch['required']))
  );
}

function wrong({ keyword, params, message = 'is not valid', parentSchema, data }: ErrorObject): string {
  if (keyword === 'additionalProperties') {
    const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
    return `has the unknown key ${String(params['additionalProperty'])}; the known keys are ${known.join(', ')}`;
  }
  if (keyword === 'oneOf' && Array.isArray(parentSchema?.['oneOf'])) {
    const lists = (parentSchema['oneOf'] as readonly { readonly required: readonly string[] }[]).map(({ required }) =>
      required.join(' with '),
    );
    return `must have exactly one of: ${lists.join(', ')}`;
  }
  const together: unknown = keyword === 'not' ? parentSchema?.['not'] : undefined;
  if (isJsonObject(together) && Array.isArray(together['required']))
    return `cannot have ${together['required'].join(' and ')} together`;
  const allowed: unknown = params['allowedValues'];
  return Array.isArray(allowed) ? `${message} (${allowed.join(', ')})${onlyGenerator(data)}` : message;
}

/** A note about a generator that is given as a driver, although no driver has its name. */
function onlyGenerator(given: unknown): string {
  if (!GENERATOR_NAMES.some((name) => name === given)) return '';
  return `; ${String(given)} is only a generator, and the driver protocol calls its code: see docs/sdks.md`;
}
