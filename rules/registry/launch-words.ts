/** A launch in two parts: `env` with its assignments, and the command. */
export interface LaunchWords {
  /** `env` and its assignments; empty if the launch does not begin with `env`. */
  readonly before: readonly string[];
  readonly words: readonly string[];
}

/**
 * Splits a launch into its two parts. In `env` of POSIX, assignments come before the program. If `env` has an option,
 * the option is treated as the program, because its effect is unknown.
 */
export function launchWords(launch: readonly string[]): LaunchWords {
  if (launch[0] !== 'env' && launch[0] !== '/usr/bin/env') return { before: [], words: launch };
  const assigned = launch.slice(1).findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const end = assigned < 0 ? launch.length : assigned + 1;
  return { before: launch.slice(0, end), words: launch.slice(end) };
}
