import { execFileSync } from 'node:child_process';

/** Runs git in one folder with the given arguments, and returns its standard output. Throws if git fails. */
export type Git = (...args: readonly string[]) => Buffer;

interface GitBounds {
  readonly timeMs?: number;
  readonly bytes?: number;
}

/** Variables that prevent git from asking for input, fetching, and writing to the index. */
export const GIT_ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
} as const;

export function gitIn(folder: string, { timeMs = 60_000, bytes = 64 * 1024 * 1024 }: GitBounds = {}): Git {
  return (...args) =>
    execFileSync('git', args, {
      cwd: folder,
      env: { ...process.env, ...GIT_ENVIRONMENT },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeMs,
      maxBuffer: bytes,
    });
}

/** The first line of git's error output after a failure; empty if there is none. */
export function gitMessage(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? (String(error.stderr).trim().split('\n')[0] ?? '') : '';
}

export function gitText(output: Buffer): string {
  return output.toString('utf8').trim();
}
