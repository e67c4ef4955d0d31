import type { CommandMapping, ExitCodes } from './calls/command-mapping.js';

export interface CliOptions {
  /**
   * The program and its first arguments. A relative path that contains a slash is resolved against the folder of the
   * configuration.
   */
  readonly command: readonly string[];
  /**
   * Additional environment variables. The driver also sets `PATH`, `HOME` and the variables with the vendor prefix. The
   * placeholders `{url}`, `{url:SERVER}` and `{token}` are replaced.
   */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * How the program is called for operations whose commands do not have the generated names and flags, by operation id.
   */
  readonly operations?: Readonly<Record<string, CommandMapping>>;
  /**
   * The meanings of exit codes other than 0. They replace the failure table. The key `*` stands for any exit code that
   * is not listed.
   */
  readonly exitCodes?: ExitCodes;
}

export interface CliConfig extends CliOptions {
  readonly driver: 'cli';
  readonly console?: ConsoleConfig;
}

/**
 * The console command that users install. `package` is the path of a `package.json`; `command` is a name in its `bin`.
 */
interface ConsoleConfig {
  readonly package: string;
  readonly command: string;
}
