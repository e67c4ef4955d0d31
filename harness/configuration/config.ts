import type { Corrections } from '../../contract/collections/collections.js';
import type { Json } from '../../contract/json/json.js';
import type { Severity, Violation } from '../../rules/finding.js';
import type { Trial, TrialContext, TrialRule } from '../../rules/rule.js';
import type { DriverConfig, GeneratorName } from '../../surfaces/kinds/kind-configs.js';

export type { Trial, TrialContext, TrialRule, Violation };

/** The type of the object that `parity.config.ts` exports. Relative paths start from the folder of this file. */
export interface ParityConfig {
  /** OpenAPI 3.1 or 3.0 descriptions. */
  readonly contracts: readonly (string | ContractConfig)[];
  /**
   * The file of the parity groups, which assign the operations of each surface to groups. Without it, each operation is
   * a separate group on every surface.
   */
  readonly groups?: string;
  /** The file of the registry, which lists tool servers as {name, pin, launch}. */
  readonly registry?: string;
  /** The file of the waivers, which permit findings with a reason, an owner and an expiry date. */
  readonly waivers?: string;
  /**
   * The folder of the counterexamples that `parity keep` wrote. They run before other cases. Default:
   * `contract/regressions`.
   */
  readonly regressions?: string;
  /** With `strict`, lint warnings fail the run too. */
  readonly lint?: 'strict';
  /**
   * The file of a Spectral ruleset (YAML, JSON or a module) that replaces the rules of `parity lint`. A ruleset can
   * extend the replaced rules under the name `contract-parity/spectral`.
   */
  readonly ruleset?: string;
  /** Your own rules about trials, in addition to the rules of the catalogue. */
  readonly rules?: readonly TrialRule[];
  /** Severities by rule id. They replace the severities of the rules. */
  readonly severities?: Readonly<Record<string, Severity>>;
  /**
   * The vendor prefix of extensions (`x-<prefix>-cli`) and environment variables (`<PREFIX>_TOKEN`). Default: `svc`.
   */
  readonly prefix?: string;
  /**
   * The bearer token that the service accepts. Default: a random token, which the service receives as `<PREFIX>_TOKEN`.
   */
  readonly token?: string;
  /**
   * Credentials by the name of a security scheme in the contract. For HTTP Basic, the credential is `user:password`.
   * Default: the token.
   */
  readonly credentials?: Readonly<Record<string, string>>;
  /** The command that starts the real service, or its URL. Without it, only the mock answers. */
  readonly service?: ServiceConfig;
  /** The backends of `parity check`, in order. Default: `reference` if there is a service, then `mock`. */
  readonly backends?: readonly ('reference' | 'mock')[];
  /**
   * Values that exist in the service, by the name of a parameter or of a body member. With `only`, no other values are
   * valid.
   */
  readonly values?: Readonly<Record<string, { readonly known: readonly Json[]; readonly only?: boolean }>>;
  /**
   * Corrections of inferred collections, by the operation that creates an item. A correction can name the operations
   * that read and list the item (`false` if there is none). A correction can also state the JSON pointer to the
   * identifier in the reply to the create operation.
   */
  readonly collections?: Corrections;
  /**
   * Surfaces by id. A surface has one configuration for all contracts, or a separate configuration for each contract
   * that it offers.
   */
  readonly surfaces: Readonly<Record<string, SurfaceConfig | SurfaceByContract>>;
  /**
   * The number of generated valid cases for each operation on every surface, and also the number of invalid cases.
   * Default: depends on the cost of a call, from 8 for a command line to 256 for REST.
   */
  readonly runs?: number;
  /** The seed of the generated cases. Default: 1. */
  readonly seed?: number;
  /** The time limit of one call, in milliseconds. Default: 10 000. */
  readonly timeoutMs?: number;
  /**
   * The maximum size of a reply body that is kept and checked, in bytes. A larger body is not verified. Default: 1 048
   * 576.
   */
  readonly maxBodyBytes?: number;
  /** The folder of the reports. Default: `reports/latest`. */
  readonly reports?: string;
  /** How a released version is prepared for `--surfaces-from` and `--service-from`. */
  readonly versions?: {
    /** Commands that install packages and build, in their order. Each command is a program with its arguments. */
    readonly prepare: readonly (readonly string[])[];
  };
}

export interface ContractConfig {
  readonly file: string;
  /** With `false`, the contract is read and linted, but no surface offers it yet. */
  readonly served?: boolean;
  /** The service that implements this contract. Default: the `service` of the configuration. */
  readonly service?: ServiceConfig;
}

export type ServiceConfig =
  /** A service that the harness starts once for each concurrent lane. A free port replaces `{port}`. */
  | (CommonService & {
      readonly command: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      /** The environment variables of `parity` that the service gets: all variables, or only those that are named. */
      readonly inheritEnv?: true | readonly string[];
      /** The base URL, with `{port}`. Default: `http://127.0.0.1:{port}`. */
      readonly url?: string;
      /**
       * The path of a GET request. The service has started when it answers this request with 2xx. By default, the
       * service has started when it answers with any status.
       */
      readonly readyPath?: string;
      /** How the service returns to its initial state, if `resetPath` is not set. */
      readonly reset?: 'restart' | ResetCommand;
    })
  /** A service that already runs. All lanes share it, so results that depend on its state are not verified. */
  | (CommonService & { readonly url: string; readonly reset?: ResetCommand });

interface CommonService {
  /**
   * The path of a POST request that returns the service to its initial state. Without it, cases share the state of the
   * service.
   */
  readonly resetPath?: string;
  /**
   * Base URLs by the URL of a server in the contract (`servers` of an operation or a path). With a `command`, a base
   * URL may contain `{port}`, and `{port2}` to `{port9}` for further free ports. `command` and `env` get the same
   * ports.
   */
  readonly servers?: Readonly<Record<string, string>>;
  /** A PEM file with the certificate of the private authority that issued the certificate of the service. */
  readonly ca?: string;
  /**
   * The files and folders of the service, for `--changed-since` and `--watch`. By default, they are found from its
   * command.
   */
  readonly files?: readonly string[];
}

interface ResetCommand {
  readonly command: readonly string[];
}

/** A surface with a separate configuration for each contract file. It does not offer other contracts. */
export interface SurfaceByContract {
  readonly contracts: Readonly<Record<string, SurfaceConfig>>;
}

export type SurfaceConfig = DriverConfig & {
  readonly generate?: GenerateConfig;
  /**
   * The number of calls that may run concurrently, each with its own tap and service. Default: 1; for a CLI, the number
   * of processors, but at most 4.
   */
  readonly lanes?: number;
  /**
   * The number of generated cases for each operation on this surface. The number for the whole run takes precedence.
   */
  readonly runs?: number;
  /**
   * For contracts with several servers. With `each`, the surface gets the base URL of each server, and must call each
   * operation at its own server. With `one`, the surface gets one base URL for all servers. By default, the surface
   * gets one base URL too, but operations of other servers are not verified.
   */
  readonly servers?: 'each' | 'one';
  /**
   * The files and folders of the surface, for `--changed-since` and `--watch`. By default, they are found from its
   * command.
   */
  readonly files?: readonly string[];
  /** The path that the surface's client adds to its base URL by itself. */
  readonly basePath?: string;
  /**
   * Inputs that the surface need not express, by operation. An inexpressible input is permitted if the reason that the
   * driver reports contains one of the texts. Otherwise the input is a finding.
   */
  readonly inexpressible?: Readonly<Record<string, readonly string[]>>;
  /** Set if callers need not receive members of a reply that no schema names. */
  readonly unknownMembers?: 'lost';
};

/**
 * How the code of the surface is generated from the contract: by one of our generators, or by your own command.
 * - With `output`, the command contains `{output}`, which is replaced by the folder to write to. The command owns every
 *   file in the folder `output`.
 * - With `outputs`, the command writes to its own places: files, and folders that it owns.
 * - `library` is the folder of the hand-written code that the generated code imports. Without it, the generated code is
 *   complete: an SDK or a CLI with its runtime, a card as one page, or route tables and tools with their types.
 */
export type GenerateConfig =
  | {
      readonly generator: GeneratorName;
      readonly output: string;
      readonly library?: string;
    }
  | { readonly command: readonly string[]; readonly output: string }
  | { readonly command: readonly string[]; readonly outputs: readonly string[] };

/** Returns the configuration unchanged. Its parameter type lets an editor check and complete the configuration. */
export function defineConfig(config: ParityConfig): ParityConfig {
  return config;
}
