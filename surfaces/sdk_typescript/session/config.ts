export interface SdkTypescriptOptions {
  /**
   * The path of the module that exports the client class. A relative path is resolved against the folder of the
   * configuration.
   */
  readonly module: string;
  /** The name of the exported class. Default `Client`. */
  readonly export?: string;
  /** The names of the methods that do not have the operation id as their name. The key is the operation id. */
  readonly methods?: Readonly<Record<string, string>>;
  /**
   * How a method takes its arguments. `named`: one object with all arguments by name. `grouped`: one object with the
   * members `path`, `query`, `header` and `cookie`, which contain the parameters of each location, and `body`. Default
   * `named`.
   */
  readonly arguments?: 'named' | 'grouped';
  /** Environment variables that are added to the minimal environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SdkTypescriptConfig extends SdkTypescriptOptions {
  readonly driver: 'sdk_typescript';
}
