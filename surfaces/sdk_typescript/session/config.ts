export interface SdkTypescriptOptions {
  /** Path of a module that exports the client class, from the configuration's folder. */
  readonly module: string;
  /** Name of the exported class. Default `Client`. */
  readonly export?: string;
  /** Operation id → the name of its method, if the two differ. */
  readonly methods?: Readonly<Record<string, string>>;
  /**
   * How a method takes its arguments: as one object with all arguments by name, or (`grouped`) as one object with the
   * members `path`, `query`, `header` and `cookie`, which contain the parameters of their location, and `body`. Default
   * `named`.
   */
  readonly arguments?: 'named' | 'grouped';
  /** Variables added to the minimal environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SdkTypescriptConfig extends SdkTypescriptOptions {
  readonly driver: 'sdk_typescript';
}
