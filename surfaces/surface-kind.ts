import type { Contract } from '../contract/contract.js';
import type { JsonSchema } from '../contract/json/json.js';
import type { Operation } from '../contract/operation.js';
import type { CallText, Driver, ExpectedEntry, WrittenCall } from './driver.js';
import type { Generator } from './generation/generator.js';

/**
 * A kind of surface that can be driven. It contains everything that the harness needs in order to configure and run a
 * surface of this kind.
 */
export interface DrivenKind<Config extends { readonly driver: string }> {
  /** The value of `driver` in the configuration. */
  readonly kind: Config['driver'];
  /** JSON Schema of each option, with a `description`. Kinds that share an option have the same schema for it. */
  readonly options: Readonly<Record<OptionOf<Config>, JsonSchema>>;
  /** The options of one of these lists must be given. */
  readonly required: readonly (readonly OptionOf<Config>[])[];
  /**
   * Number of generated cases of each kind for an operation. It depends on the cost of a call: about 0.4 ms over HTTP
   * and in an SDK, 1 ms for a tool or a driver of the user, 20 ms in a browser, 100 ms for a process. Hundreds of cases
   * are needed to find a wrong type of one member, or a crash on one character. `quick` below 1 is the part of the
   * boundary values and violated places that a quick run covers; `edges` is the part that a whole run covers, by
   * default all.
   */
  readonly runs: { readonly whole: number; readonly quick: number; readonly edges?: number };
  /** Number of calls that may run concurrently if the configuration states no number. Default 1. */
  readonly lanes?: { readonly count: () => number; readonly words: string };
  /** True if calls are slow. The surface then runs only the most productive scripted cases and sequences. */
  readonly isCostly?: true;
  /** The surface in one line of the report. */
  describe(config: Config): string;
  /** Words of the configuration that may be paths of files that the surface runs. */
  files(config: Config): readonly string[];
  /**
   * Imports the implementation when it is needed, because the libraries of the drivers take longer to load than most
   * commands run. The drivers of one implementation may share processes.
   */
  implementation(): Promise<KindImplementation<Config>>;
}

/** The part of a kind that runs cases. */
interface KindImplementation<Config> {
  driver(config: Config): Driver;
  expectedInventory(contract: Contract, config: Config): readonly ExpectedEntry[];
}

/** A kind of surface whose code is generated from the contract. */
export interface GeneratedKind<Name extends string> {
  /** The value of `generator` in the configuration. */
  readonly kind: Name;
  generator(): Promise<Generator>;
  /** The operations that generated code offers, if it does not offer all operations of the contract. */
  readonly offered?: (contract: Contract) => readonly Operation[];
  /** Calls as a user of the generated code makes them, for code that a driver of the user calls. */
  readonly callText?: () => Promise<GeneratedCallText>;
}

/** See `Driver.callText`. */
type GeneratedCallText = (
  calls: readonly WrittenCall[],
  contract: Contract,
  places: GeneratedPlaces,
) => CallText | undefined;

/** Folders of generated code and of its library, from the folder of the configuration. */
export interface GeneratedPlaces {
  readonly output: string;
  readonly library?: string;
}

/** Names of the options of a configuration. For a union, the names of every member. */
type OptionOf<Config> = Config extends unknown ? Exclude<keyof Config, 'driver'> & string : never;
