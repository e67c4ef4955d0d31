import type { Contract } from '../contract/contract.js';
import type { JsonSchema } from '../contract/json/json.js';
import type { Operation } from '../contract/operation.js';
import type { Driver, ExpectedEntry, WrittenCall } from './driver.js';
import type { CallText } from './call-text.js';
import type { Generator } from './generation/generator.js';

/** A kind of surface that the harness can drive, such as `cli`: its options, its number of cases and its driver. */
export interface DrivenKind<Config extends { readonly driver: string }> {
  /** The value of `driver` in the configuration. */
  readonly kind: Config['driver'];
  /**
   * The JSON Schema of each option, with a `description`. If several kinds have an option with the same name, it has
   * the same schema.
   */
  readonly options: Readonly<Record<OptionOf<Config>, JsonSchema>>;
  /** Lists of required options. A configuration is valid if it sets all options of at least one of the lists. */
  readonly required: readonly (readonly OptionOf<Config>[])[];
  /**
   * The number of random valid inputs for each operation, in a `whole` run and in a `quick` run. It is smaller if calls
   * take longer: about 0.4 ms over HTTP and in an SDK, 1 ms for a tool or a user's driver, 20 ms in a browser, 100 ms
   * for a process. Hundreds of inputs are needed to find a wrong type of one member, or a crash on one character. If
   * `quick` is below 1, a quick run uses only this fraction of the boundary values and of the invalid inputs. `edges`
   * is the fraction of them that a whole run uses. Default: all of them.
   */
  readonly runs: { readonly whole: number; readonly quick: number; readonly edges?: number };
  /** How many calls run at the same time if the configuration does not state it. Default 1. */
  readonly lanes?: { readonly count: () => number; readonly words: string };
  /** True if calls are slow. Of the scripted cases and the sequences, only those that find the most faults then run. */
  readonly isCostly?: true;
  /** Describes a surface in one line of the report. */
  describe(config: Config): string;
  /** The strings of the configuration that may be paths of files, such as the program that is called. */
  files(config: Config): readonly string[];
  /**
   * Imports the driver. This happens only when the driver is needed, because loading its libraries takes longer than
   * most commands of the harness. All drivers that one import returns may share processes.
   */
  implementation(): Promise<KindImplementation<Config>>;
}

/** The part of a kind of surface that is needed only to run cases. */
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
   * Writes calls as a user of the generated code would write them. It is used if the surface has no driver of its own
   * but the user's driver calls the generated code.
   */
  readonly callText?: () => Promise<GeneratedCallText>;
}

type GeneratedCallText = (
  calls: readonly WrittenCall[],
  contract: Contract,
  places: GeneratedPlaces,
) => CallText | undefined;

/** The folders of the generated code and of the hand-written library, relative to the folder of the configuration. */
export interface GeneratedPlaces {
  readonly output: string;
  readonly library?: string;
}

/** The names of all options in a configuration type. For a union of types, the names from all of them. */
type OptionOf<Config> = Config extends unknown ? Exclude<keyof Config, 'driver'> & string : never;
