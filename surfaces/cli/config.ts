import type { CommandMapping, ExitCodes } from './calls/command-mapping.js';

export interface CliOptions {
  /** The program and its first arguments; a relative program with a slash starts from the configuration's folder. */
  readonly command: readonly string[];
  /** Variables besides `PATH`, `HOME` and those of the prefix. `{url}`, `{url:SERVER}` and `{token}` are replaced. */
  readonly env?: Readonly<Record<string, string>>;
  /** Operation id → how the program is called for it, where it does not follow our conventions. */
  readonly operations?: Readonly<Record<string, CommandMapping>>;
  /** What exit codes other than 0 mean, in place of the failure table; `*` is any other. */
  readonly exitCodes?: ExitCodes;
}

export interface CliConfig extends CliOptions {
  readonly driver: 'cli';
  readonly console?: ConsoleConfig;
}

/** The console command that users install: `command` is its name in `bin` of the `package.json` of `package`. */
interface ConsoleConfig {
  readonly package: string;
  readonly command: string;
}
