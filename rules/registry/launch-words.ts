/** A launch command in two parts: `env` with its assignments, such as `env A=b`, and the program with its arguments. */
export interface LaunchWords {
  /** `env` and its assignments; empty if the launch does not begin with `env`. */
  readonly before: readonly string[];
  readonly words: readonly string[];
}

/**
 * Splits a launch command into its two parts. In `env` of POSIX, assignments come before the program. If `env` has an
 * option, the program cannot be found with certainty, and the option counts as the program.
 */
export function launchWords(launch: readonly string[]): LaunchWords {
  if (launch[0] !== 'env' && launch[0] !== '/usr/bin/env') return { before: [], words: launch };
  const assigned = launch.slice(1).findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const end = assigned < 0 ? launch.length : assigned + 1;
  return { before: launch.slice(0, end), words: launch.slice(end) };
}
