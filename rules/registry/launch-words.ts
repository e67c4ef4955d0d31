/** A launch without the variables that `env` sets before it. */
export interface LaunchWords {
  /** `env` and its assignments; empty where there are none. */
  readonly before: readonly string[];
  readonly words: readonly string[];
}

/** POSIX, env: assignments come before the program. With an option it may do anything, so that it is a program like others. */
export function launchWords(launch: readonly string[]): LaunchWords {
  if (launch[0] !== 'env' && launch[0] !== '/usr/bin/env') return { before: [], words: launch };
  const assigned = launch.slice(1).findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const end = assigned < 0 ? launch.length : assigned + 1;
  return { before: launch.slice(0, end), words: launch.slice(end) };
}
