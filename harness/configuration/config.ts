import type { Json } from '../../contract/json/json.js';

/** What `parity.config.ts` exports. Relative paths start from the folder of that file. */
export interface ParityConfig {
  /** OpenAPI 3.1 descriptions. */
  readonly contracts: readonly (string | ContractConfig)[];
  /** The matrix of surface × operation × parity group; without it every operation is a group of its own on every surface. */
  readonly groups?: string;
  /** The registry of tool servers: {name, pin, launch} each. */
  readonly registry?: string;
  /** Findings that are permitted, with reason, owner and expiry. */
  readonly waivers?: string;
  /** `strict`: what the lint warns of fails the run, too. */
  readonly lint?: 'strict';
  /** Vendor prefix of extensions (`x-<prefix>-cli`) and of environment variables (`<PREFIX>_TOKEN`). Default `svc`. */
  readonly prefix?: string;
  /** The bearer token that the service accepts. Default: a random one, given to the service as `<PREFIX>_TOKEN`. */
  readonly token?: string;
  /** What the service accepts for each security scheme of the contract, by the scheme's name; of http basic `user:password`. Default: the token. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** How the real service is started or reached; without it only the mock answers. */
  readonly service?: ServiceConfig;
  /** Which backends `parity check` goes through. Default: `reference` where there is a service, then `mock`. */
  readonly backends?: readonly ('reference' | 'mock')[];
  /** What is known about parameters, by argument name. */
  readonly values?: Readonly<Record<string, { readonly known: readonly Json[]; readonly only?: boolean }>>;
  /** How each surface offers every served contract, or how it offers each of those that it does offer. */
  readonly surfaces: Readonly<Record<string, SurfaceConfig | SurfaceByContract>>;
  /** Generated cases an operation, of each of the valid and the invalid kind. Default 16. */
  readonly runs?: number;
  /** Default 1. */
  readonly seed?: number;
  /** Longest a single call may take, in milliseconds. Default 10 000. */
  readonly timeoutMs?: number;
  /** Longest reply body that is kept and judged, in bytes; a longer one is unverified. Default 1 048 576. */
  readonly maxBodyBytes?: number;
  /** Folder of the reports. Default `reports/latest`. */
  readonly reports?: string;
}

export interface ContractConfig {
  readonly file: string;
  /** `false`: read and linted, but no surface offers it yet. */
  readonly served?: boolean;
  /** The service that keeps this contract. Default: that of the configuration. */
  readonly service?: ServiceConfig;
}

export type ServiceConfig =
  /** Started once a lane, each on a free port put in place of `{port}`. */
  | {
      readonly command: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      /** Base URL with `{port}`. Default `http://127.0.0.1:{port}`. */
      readonly url?: string;
      /** Path that a POST resets the state on, as after the start. Without it state is shared between cases. */
      readonly resetPath?: string;
    }
  /** Already running; lanes share it, so nothing that depends on state can be verified. */
  | { readonly url: string; readonly resetPath?: string };

/** A surface that offers each contract in its own way, by the contract's file; one that is not named it does not offer. */
export interface SurfaceByContract {
  readonly contracts: Readonly<Record<string, SurfaceConfig>>;
}

export type SurfaceConfig = DriverConfig & {
  readonly generate?: GenerateConfig;
  /** Calls that may be under way at once, each on a tap and a service of its own. Default 1; for a command line the number of processors, at most 4. */
  readonly lanes?: number;
  /** What the surface is not meant to say: of an operation, parts of the reasons that it gives. Whatever else it cannot say is a finding. */
  readonly inexpressible?: Readonly<Record<string, readonly string[]>>;
};

export type DriverConfig =
  | { readonly driver: 'rest' }
  | {
      readonly driver: 'sdk_typescript';
      /** A module that exports the client class. */
      readonly module: string;
      readonly export?: string;
      readonly env?: Readonly<Record<string, string>>;
    }
  | {
      readonly driver: 'cli';
      readonly command: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly console?: ConsoleConfig;
    }
  | { readonly driver: 'mcp'; readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly driver: 'mcp'; readonly url: string }
  | { readonly driver: 'ui_card'; /** One HTML file that holds the whole card. */ readonly page: string; /** A Chromium. */ readonly browser?: string }
  | {
      /** A program in any language that speaks the driver protocol. */
      readonly driver: 'protocol';
      readonly command: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      /** Human gates guard the surface. */
      readonly gates?: boolean;
    };

/** The console command under which users get the program: its name in `bin` of a package's `package.json`. */
export interface ConsoleConfig {
  readonly package: string;
  readonly command: string;
}

/**
 * Code of the surface that is made from the contract: by one of our generators, or by a command of the user's, in which
 * `{output}` stands for the folder to write to. `output` is where the code lies in the tree; a command owns all of it. `library` is the
 * folder whose hand-written code, and what does not depend on the contract, the generated code uses. Without it the generated code is
 * complete: an SDK or a command line with its runtime, a card as one page, route tables and tools with their types.
 */
export type GenerateConfig =
  | { readonly generator: 'rest' | 'sdk_typescript' | 'sdk_python' | 'cli' | 'mcp' | 'ui_card'; readonly output: string; readonly library?: string }
  | { readonly command: readonly string[]; readonly output: string };

/** Gives the configuration its type; returns it as it is. */
export function defineConfig(config: ParityConfig): ParityConfig {
  return config;
}
