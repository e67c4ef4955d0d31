export interface SdkTypescriptOptions {
  /** Path of a module that exports the client class, from the configuration's folder. */
  readonly module: string;
  /** Name of the exported class. Default `Client`. */
  readonly export?: string;
  /** Names of methods that are not the id of their operation, by that id. */
  readonly methods?: Readonly<Record<string, string>>;
  /**
   * What a method takes: one object with all arguments by name, or (`grouped`) one with the members `path`, `query`,
   * `header` and `cookie`, which hold the parameters of that location, and `body`. Default `named`.
   */
  readonly arguments?: 'named' | 'grouped';
  /** Variables added to the minimal environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SdkTypescriptConfig extends SdkTypescriptOptions {
  readonly driver: 'sdk_typescript';
}
