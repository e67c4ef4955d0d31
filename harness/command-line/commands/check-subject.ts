import { resolve } from 'node:path';
import type { Contract, ContractFault } from '../../../contract/contract.js';
import { ParityError } from '../../../contract/parity-error.js';
import { type LoadedConfig, findsConfig, loadConfig } from '../../configuration/load-config.js';
import { type DirectFlags, directConfig } from '../direct/direct-config.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import { leftOutOperations } from '../../engine/plan/running/left-out.js';
import { isUrl } from '../direct/loopback-url.js';
import type { DirectRun } from '../direct/next-steps.js';

/** What a check tests: either a configuration, or a contract and a service from the command line. */
export interface CheckSubject {
  readonly kind: 'subject';
  readonly loaded: LoadedConfig;
  /** The contracts to check. Empty for all contracts. */
  readonly contracts: readonly string[];
  readonly direct?: DirectRun;
}

interface SubjectFlags extends DirectFlags {
  readonly surfacesFrom?: string;
  readonly serviceFrom?: string;
  readonly changedSince?: string;
  readonly shard?: unknown;
  readonly watch?: boolean;
  readonly safe?: boolean;
  readonly reports?: string;
  readonly operation?: readonly string[];
  readonly exclude?: readonly string[];
}

type SubjectReading = CheckSubject | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

const REPORTS = 'reports/latest';

/**
 * Finds what to check. A contract with `--url` or `--mock`, or a contract at a URL, is checked without a configuration.
 * Any other contract must be a contract of the configuration, if there is a configuration.
 */
export async function checkSubject(
  config: string | undefined,
  contract: string | undefined,
  flags: SubjectFlags,
  folder: string,
): Promise<SubjectReading> {
  refuseConflicts(config, contract, flags);
  const isDirect = flags.url !== undefined || flags.mock === true || (contract !== undefined && isUrl(contract));
  if (contract === undefined || (!isDirect && (config !== undefined || findsConfig(folder)))) {
    const loaded = configured(await loadConfig(config, folder), flags);
    return {
      kind: 'subject',
      loaded,
      contracts: contract === undefined ? [] : [contract],
    };
  }
  const reading = await directConfig(contract, flags, folder, resolve(folder, flags.reports ?? REPORTS));
  if (reading.kind === 'faults') return reading;
  const { loaded } = reading;
  return {
    kind: 'subject',
    loaded,
    contracts: [],
    direct: { name: contract, contract: reading.contract, loaded, flags, leftOut: leftOut(reading.contract, flags) },
  };
}

/**
 * The operations that the check leaves out by default, because their names suggest that a call has unwanted effects,
 * such as a logout. An operation that the user requests on the command line is not left out.
 */
function leftOut(
  contract: Contract,
  { mock, write, operation = [], exclude = [] }: SubjectFlags,
): NonNullable<DirectRun['leftOut']> {
  const called = contract.operations.filter(({ method }) => write === true || isSafeMethod(method));
  const named = new Set([...operation, ...exclude]);
  const ids = new Set(called.map(({ id }) => id).filter((id) => mock !== true && !named.has(id)));
  return new Map([...leftOutOperations(contract)].filter(([id]) => ids.has(id)));
}

/** The configuration, changed by the options of the command line. */
function configured(loaded: LoadedConfig, { safe, mock, token }: SubjectFlags): LoadedConfig {
  return {
    ...loaded,
    ...(safe === true && { safe }),
    ...(mock === true && { backends: ['mock'] as const }),
    ...(token !== undefined && { token }),
  };
}

/**
 * Throws if a comparison with a released version is combined with an option that it does not support. The released
 * version has its own configuration, and is always compared as a whole.
 */
function refuseVersions(
  { surfacesFrom, serviceFrom, changedSince, shard, watch }: SubjectFlags,
  isWithoutConfig: boolean,
): void {
  const [option] = [
    ...(surfacesFrom === undefined ? [] : ['--surfaces-from']),
    ...(serviceFrom === undefined ? [] : ['--service-from']),
  ];
  const [other] = [
    ...(isWithoutConfig ? ['--url` or `--mock'] : []),
    ...(changedSince === undefined ? [] : ['--changed-since']),
    ...(shard === undefined ? [] : ['--shard']),
    ...(watch === true ? ['--watch'] : []),
  ];
  if (option === undefined || other === undefined) return;
  throw new ParityError(
    'options-conflict',
    `\`${option}\` and \`${other}\` cannot be combined`,
    'Compare versions in a separate run, with a configuration. `--operation` and `--surface` can limit that run.',
  );
}

function refuseConflicts(config: string | undefined, contract: string | undefined, flags: SubjectFlags): void {
  const { url, safe, write, mock, header } = flags;
  if (url !== undefined && contract === undefined)
    throw new ParityError(
      'contract-missing',
      '`--url` needs the contract that the service implements',
      `Name the contract: \`npx contract-parity check openapi.yaml --url ${url}\`. With a configuration, set \`service.url\` instead.`,
    );
  refuseVersions(flags, url !== undefined || mock === true);
  if (url !== undefined && config !== undefined)
    throw new ParityError(
      'options-conflict',
      '`--url` and `--config` cannot be combined',
      'Set `service.url` in the configuration.',
    );
  if (safe === true && write === true)
    throw new ParityError('options-conflict', '`--safe` and `--write` cannot be combined', 'Give only one of the two.');
  if (url !== undefined && mock === true)
    throw new ParityError('options-conflict', '`--url` and `--mock` cannot be combined', 'Give only one of the two.');
  if (header !== undefined && contract === undefined)
    throw new ParityError(
      'options-conflict',
      '`--header` needs a contract and `--url`',
      'With a configuration, set `credentials`.',
    );
}
