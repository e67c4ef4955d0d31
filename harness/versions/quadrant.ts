import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import { type OtherVersion, servedOperation } from '../../rules/versions/other-version.js';
import { versionRules } from '../../rules/versions/version-rules.js';
import type { SurfaceConfig, SurfaceByContract } from '../configuration/config.js';
import type { LoadedConfig, LoadedContract } from '../configuration/load-config.js';
import type { CheckOptions } from '../engine/options/check-options.js';
import type { PlannedCase } from '../engine/plan/planned/planned-case.js';
import { sharedCases } from './shared-cases.js';

/** One of the two versions: the working tree or the released version. */
export interface Version {
  /** The name of the version in messages: `v1.2`, or `the working tree`. */
  readonly name: string;
  /** The suffix of the names of this version's surfaces and service. Empty for the working tree. */
  readonly suffix: string;
  readonly loaded: LoadedConfig;
  /** The contracts that the surfaces of this version serve. */
  readonly contracts: readonly Contract[];
}

/** One combination of versions: the surfaces of one version, with the service of the same or the other version. */
export interface Quadrant {
  readonly surfaces: Version;
  readonly service: Version;
  /**
   * Pairs of contracts. `own` is the contract of the surfaces; `other` is the contract of the service that answers
   * them.
   */
  readonly pairs: readonly { readonly own: Contract; readonly other: Contract }[];
}

export function quadrant(surfaces: Version, service: Version): Quadrant {
  const pairs = surfaces.contracts.flatMap((own) => {
    const other =
      service.contracts.find(({ file }) => file === own.file) ??
      service.contracts.find(({ title }) => title === own.title) ??
      (surfaces.contracts.length === 1 && service.contracts.length === 1 ? service.contracts[0] : undefined);
    return other === undefined ? [] : [{ own, other }];
  });
  return { surfaces, service, pairs };
}

/**
 * The operations that the surfaces have: `served` are those that the service also has, and `unserved` are all others.
 */
export function operationsOf({ pairs }: Quadrant): {
  readonly served: readonly OperationId[];
  readonly unserved: readonly OperationId[];
} {
  const all = pairs.flatMap(({ own, other }) =>
    own.operations.map((operation) => ({ id: operation.id, isServed: servedBy(other, operation) !== undefined })),
  );
  return {
    served: all.filter(({ isServed }) => isServed).map(({ id }) => id),
    unserved: all.filter(({ isServed }) => !isServed).map(({ id }) => id),
  };
}

function servedBy(
  contract: Contract,
  operation: Contract['operations'][number],
): Contract['operations'][number] | undefined {
  return servedOperation({ contract }, operation);
}

/**
 * The configuration of a combination: the surfaces of one version with the service of the other version. The
 * credentials and known values are those of the service.
 */
export function quadrantConfig({ surfaces, service, pairs }: Quadrant, pair: Quadrant['pairs'][number]): LoadedConfig {
  const { loaded } = surfaces;
  const { config, token, credentials, headers, safe, root, prefix } = service.loaded;
  const { waivers: _, registry: __, ...own } = loaded.config;
  const contracts = pairs.map(({ own: { file }, other }): LoadedContract => {
    const listed = service.loaded.contracts.find((each) => each.file === other.file);
    return { file, served: true, ...(listed?.service && { service: listed.service }), host: { root, prefix } };
  });
  return {
    ...loaded,
    config: {
      ...own,
      surfaces: renamed(loaded.config.surfaces, surfaces.suffix),
      values: { ...loaded.config.values, ...config.values },
    },
    contracts,
    token,
    credentials,
    ...(headers && { headers }),
    ...(safe && { safe }),
    rules: versionRules(loaded.rules, otherVersion(surfaces, service, pair.other)),
    ...(surfaces.suffix !== '' && { suffix: surfaces.suffix }),
  };
}

type Surfaces = Readonly<Record<string, SurfaceConfig | SurfaceByContract>>;

function renamed(surfaces: Surfaces, suffix: string): Surfaces {
  return Object.fromEntries(Object.entries(surfaces).map(([name, config]) => [`${name}${suffix}`, config]));
}

function otherVersion(surfaces: Version, service: Version, contract: Contract): OtherVersion {
  const released = surfaces.suffix === '' ? 'service' : 'surfaces';
  return { contract, surfaces: surfaces.name, service: service.name, released };
}

const PHASES: ReadonlySet<string> = new Set(['examples', 'boundary', 'valid', 'invalid']);

/** The options of the check for one contract in a combination; `undefined` if no operation is selected. */
export function quadrantOptions(
  { surfaces, service }: Quadrant,
  { own, other }: Quadrant['pairs'][number],
  options: CheckOptions,
): CheckOptions | undefined {
  const { requested: _, shard: __, probe: ___, ...rest } = options;
  const configured = Object.keys(surfaces.loaded.config.surfaces);
  const named = configured.filter((name) => options.surfaces.length === 0 || options.surfaces.includes(name));
  // A released service lacks new operations, so they are not called. A released surface calls removed operations too.
  const isCalled = (operation: Contract['operations'][number]): boolean =>
    service.suffix === '' || servedBy(other, operation) !== undefined;
  const operations = own.operations
    .filter((operation) => isCalled(operation) && isChosen(options, operation.id))
    .map(({ id }) => id);
  const phases = options.phases.filter((phase) => PHASES.has(phase));
  if (named.length === 0 || operations.length === 0 || phases.length === 0) return undefined;
  return {
    ...rest,
    contracts: [own.file],
    surfaces: named.map((name) => `${name}${surfaces.suffix}`),
    operations,
    exclude: [],
    phases,
    backends: ['reference'],
    sends: (_contract, cases: readonly PlannedCase[]) =>
      sharedCases(cases, own, other, surfaces.suffix === '' ? 'permitted' : 'all'),
  };
}

export function isChosen(
  { operations, exclude = [] }: Pick<CheckOptions, 'operations' | 'exclude'>,
  id: string,
): boolean {
  return (operations.length === 0 || operations.includes(id)) && !exclude.includes(id);
}
