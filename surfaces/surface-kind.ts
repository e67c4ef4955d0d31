import type { Contract } from '../contract/contract.js';
import type { JsonSchema } from '../contract/json/json.js';
import type { Operation } from '../contract/operation.js';
import type { CallText, Driver, ExpectedEntry, WrittenCall } from './driver.js';
import type { Generator } from './generation/generator.js';

/** A kind of surface that the harness can drive: its options, its number of cases and its driver. */
export interface DrivenKind<Config extends { readonly driver: string }> {
  /** The value of `driver` in the configuration. */
  readonly kind: Config['driver'];
  /**
   * The JSON Schema of each option, with a `description`. If several kinds have the same option, they share its schema.
   */
  readonly options: Readonly<Record<OptionOf<Config>, JsonSchema>>;
  /** Lists of options. The configuration must set all options of at least one list. */
  readonly required: readonly (readonly OptionOf<Config>[])[];
  /**
   * The number of generated cases for each operation, by kind of case. It depends on the cost of a call: about 0.4 ms
   * over HTTP and in an SDK, 1 ms for a tool or a user's driver, 20 ms in a browser, 100 ms for a process. Hundreds of
   * cases are needed to find a wrong type of one member, or a crash on one character. `whole` and `quick` are the
   * numbers for a whole and a quick run. A `quick` below 1 is a fraction: only the first part of the boundary values
   * and of the invalid inputs runs. `edges` is this fraction for a whole run. Default: all of them.
   */
  readonly runs: { readonly whole: number; readonly quick: number; readonly edges?: number };
  /** The number of concurrent calls, if the configuration states no number. Default 1. */
  readonly lanes?: { readonly count: () => number; readonly words: string };
  /** True if calls are slow. The surface then runs only the scripted cases and sequences that find the most faults. */
  readonly isCostly?: true;
  /** Describes a surface in one line of the report. */
  describe(config: Config): string;
  /** The strings in the configuration that may be paths of files that the surface runs. */
  files(config: Config): readonly string[];
  /**
   * Imports the driver only when it is needed, because its libraries take longer to load than most commands take to
   * run. Drivers of one implementation may share processes.
   */
  implementation(): Promise<KindImplementation<Config>>;
}

/** The part of a kind of surface that runs cases. */
interface KindImplementation<Config> {
  driver(config: Config): Driver;
  expectedInventory(contract: Contract, config: Config): readonly ExpectedEntry[];
}

/** A kind of surface whose code is generated from the contract. */
export interface GeneratedKind<Name extends string> {
  /** The value of `generator` in the configuration. */
  readonly kind: Name;
  generator(): Promise<Generator>;
  /** Selects the operations that the generated code offers. Omitted if it offers all operations of the contract. */
  readonly offered?: (contract: Contract) => readonly Operation[];
  /**
   * Writes calls as a user of the generated code would write them. Used if a user's own driver calls the generated
   * code.
   */
  readonly callText?: () => Promise<GeneratedCallText>;
}

type GeneratedCallText = (
  calls: readonly WrittenCall[],
  contract: Contract,
  places: GeneratedPlaces,
) => CallText | undefined;

/** Folders of the generated code and of its library, relative to the folder of the configuration. */
export interface GeneratedPlaces {
  readonly output: string;
  readonly library?: string;
}

/** The names of the options of a configuration. For a union, the names from every member of the union. */
type OptionOf<Config> = Config extends unknown ? Exclude<keyof Config, 'driver'> & string : never;
