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
   * File of the matrix of surface × operation × parity group. Without it, each operation is a separate group on every
   * surface.
   */
  readonly groups?: string;
  /** File of the registry of tool servers, each with {name, pin, launch}. */
  readonly registry?: string;
  /** File of the waivers: findings that are permitted, with reason, owner and expiry. */
  readonly waivers?: string;
  /** Folder of counterexamples that `parity keep` wrote; they run first. Default `contract/regressions`. */
  readonly regressions?: string;
  /** `strict`: lint warnings also fail the run. */
  readonly lint?: 'strict';
  /**
   * File of a Spectral ruleset (YAML, JSON or a module) that replaces the rules of `parity lint`. It may extend them
   * under the name `contract-parity/spectral`.
   */
  readonly ruleset?: string;
  /** Rules of the user about trials, in addition to the rules of the catalogue. */
  readonly rules?: readonly TrialRule[];
  /** Severities by the id of a rule, in place of the severities that the rules have. */
  readonly severities?: Readonly<Record<string, Severity>>;
  /** Vendor prefix of extensions (`x-<prefix>-cli`) and of environment variables (`<PREFIX>_TOKEN`). Default `svc`. */
  readonly prefix?: string;
  /** The bearer token that the service accepts. Default: a random token, given to the service as `<PREFIX>_TOKEN`. */
  readonly token?: string;
  /**
   * Credential for each security scheme of the contract, by the name of the scheme; for HTTP Basic, `user:password`.
   * Default: the token.
   */
  readonly credentials?: Readonly<Record<string, string>>;
  /** The command that starts the real service, or its URL. Without it, only the mock answers. */
  readonly service?: ServiceConfig;
  /** Backends of `parity check`, in order. Default: `reference` if there is a service, then `mock`. */
  readonly backends?: readonly ('reference' | 'mock')[];
  /**
   * Values that exist in the data of the service, by the name of a parameter or of a member of a body. `only`: no other
   * values are valid.
   */
  readonly values?: Readonly<Record<string, { readonly known: readonly Json[]; readonly only?: boolean }>>;
  /**
   * Corrections of inferred collections, by the operation that creates an item: the operations that read and list the
   * item (`false`: none), and the JSON pointer to the identifier in the reply to the create.
   */
  readonly collections?: Corrections;
  /**
   * Surfaces by id. A surface has one configuration for every served contract, or one for each contract that it offers.
   */
  readonly surfaces: Readonly<Record<string, SurfaceConfig | SurfaceByContract>>;
  /**
   * Number of generated valid cases for each operation on every surface, and number of invalid cases. Default: by the
   * cost of a call, from 8 for a command line to 256 for REST.
   */
  readonly runs?: number;
  /** Default 1. */
  readonly seed?: number;
  /** Maximum duration of a call, in milliseconds. Default 10 000. */
  readonly timeoutMs?: number;
  /**
   * Maximum size of a reply body that is stored and judged, in bytes. A longer body is unverified. Default 1 048 576.
   */
  readonly maxBodyBytes?: number;
  /** Folder of the reports. Default `reports/latest`. */
  readonly reports?: string;
  /** How a released version is prepared, for `--surfaces-from` and `--service-from`. */
  readonly versions?: {
    /** Commands that install packages and build, each a program with its arguments, run in this order. */
    readonly prepare: readonly (readonly string[])[];
  };
}

export interface ContractConfig {
  readonly file: string;
  /** `false`: the contract is read and linted, but no surface offers it yet. */
  readonly served?: boolean;
  /** The service that implements this contract. Default: the `service` of the configuration. */
  readonly service?: ServiceConfig;
}

export type ServiceConfig =
  /** Started once for each lane, on a free port that replaces `{port}`. */
  | (CommonService & {
      readonly command: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      /** Environment variables of `parity` that the service gets: all variables, or the named ones. */
      readonly inheritEnv?: true | readonly string[];
      /** Base URL with `{port}`. Default `http://127.0.0.1:{port}`. */
      readonly url?: string;
      /**
       * The service has started when a GET of this path is answered with 2xx. Default: when the service answers with
       * any status.
       */
      readonly readyPath?: string;
      /** How the service returns to its initial state, if not by `resetPath`. */
      readonly reset?: 'restart' | ResetCommand;
    })
  /** A service that is already running. Lanes share it, so results that depend on state are not verified. */
  | (CommonService & { readonly url: string; readonly reset?: ResetCommand });

interface CommonService {
  /** Path of a POST request that returns the service to its initial state. Without it, cases share the state. */
  readonly resetPath?: string;
  /**
   * Base URLs of further servers, by their URL in the contract (`servers` of an operation or a path). With a `command`
   * they may contain `{port}`, and `{port2}` to `{port9}`: further free ports, which `command` and `env` also get.
   */
  readonly servers?: Readonly<Record<string, string>>;
  /** PEM file with the certificate of the private authority that issued the certificate of the service. */
  readonly ca?: string;
  /** Files and folders of the service, for `--changed-since` and `--watch`. Default: found from its command. */
  readonly files?: readonly string[];
}

interface ResetCommand {
  readonly command: readonly string[];
}

/** A surface with one configuration for each contract file. It does not offer contracts that are not listed. */
export interface SurfaceByContract {
  readonly contracts: Readonly<Record<string, SurfaceConfig>>;
}

export type SurfaceConfig = DriverConfig & {
  readonly generate?: GenerateConfig;
  /**
   * Number of calls that may run concurrently, each on its own tap and service. Default 1; for a CLI the number of
   * processors, at most 4.
   */
  readonly lanes?: number;
  /** Generated cases of an operation on this surface. The number for the whole run takes precedence. */
  readonly runs?: number;
  /**
   * For contracts with several servers. `each`: the surface gets the base URL of each server, and must call each
   * operation at the server of the operation. `one`: the surface gets one base URL for all servers. If absent: as
   * `one`, but the calls of other servers are not verified.
   */
  readonly servers?: 'each' | 'one';
  /** Files and folders of the surface, for `--changed-since` and `--watch`. Default: found from its command. */
  readonly files?: readonly string[];
  /** Path that the client of the surface adds to its base URL, because it is built into the client. */
  readonly basePath?: string;
  /**
   * Inputs that the surface need not express: by operation, substrings of the reasons that its driver gives. Any other
   * inexpressible input is a finding.
   */
  readonly inexpressible?: Readonly<Record<string, readonly string[]>>;
};

/**
 * How the code of the surface is generated from the contract: by one of our generators, or by a command of the user. If
 * the command contains `{output}`, it writes to the folder that replaces `{output}`, and owns every file of `output` in
 * the tree. Otherwise it writes to its usual places, `outputs`: files, and folders that it owns. `library` is the
 * folder of hand-written and contract-independent code that the generated code imports. Without a library, the
 * generated code is complete: an SDK or a CLI with its runtime, a card as one page, route tables and tools with their
 * types.
 */
export type GenerateConfig =
  | {
      readonly generator: GeneratorName;
      readonly output: string;
      readonly library?: string;
    }
  | { readonly command: readonly string[]; readonly output: string }
  | { readonly command: readonly string[]; readonly outputs: readonly string[] };

/** Returns the configuration unchanged; its parameter type lets an editor check and complete it. */
export function defineConfig(config: ParityConfig): ParityConfig {
  return config;
}
