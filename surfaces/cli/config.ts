export interface CliOptions {
  /** The program and its first arguments; a relative program with a slash starts from the configuration's folder. */
  readonly command: readonly string[];
  /** Variables besides `PATH`, `HOME` and those of the prefix. */
  readonly env?: Readonly<Record<string, string>>;
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
