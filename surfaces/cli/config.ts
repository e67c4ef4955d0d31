import type { CommandMapping, ExitCodes } from './calls/command-mapping.js';

export interface CliOptions {
  /** The program and its first arguments. A relative path with a slash starts from the folder of the configuration. */
  readonly command: readonly string[];
  /**
   * Further environment variables. `PATH`, `HOME` and the variables that start with the prefix are always set. `{url}`,
   * `{url:SERVER}` and `{token}` are replaced.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Operation id → how the program is called for an operation that does not follow our conventions. */
  readonly operations?: Readonly<Record<string, CommandMapping>>;
  /** The meanings of exit codes other than 0, in place of the failure table; `*` is any other code. */
  readonly exitCodes?: ExitCodes;
}

export interface CliConfig extends CliOptions {
  readonly driver: 'cli';
  readonly console?: ConsoleConfig;
}

/** The console command that users install. `command` is its name in `bin` of the `package.json` of `package`. */
interface ConsoleConfig {
  readonly package: string;
  readonly command: string;
}
