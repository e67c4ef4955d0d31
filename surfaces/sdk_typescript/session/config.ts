export interface SdkTypescriptOptions {
  /** Path of a module that exports the client class, from the configuration's folder. */
  readonly module: string;
  /** Name of the exported class. Default `Client`. */
  readonly export?: string;
  /** Variables added to the minimal environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SdkTypescriptConfig extends SdkTypescriptOptions {
  readonly driver: 'sdk_typescript';
}
