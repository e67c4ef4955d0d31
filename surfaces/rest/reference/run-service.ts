import { ParityError } from '../../../contract/parity-error.js';
import { type CommandLine, USAGE, readCommandLine } from './options.js';
import type { RunningService } from './serving/serve.js';

/**
 * Runs a service as a command. When the service is ready, it writes one line of JSON with its URL to stdout. Exit code
 * 0: the service was stopped. Exit code 2: the service cannot start.
 */
export function runService(start: (options: CommandLine['service']) => Promise<RunningService>): void {
  main(start).catch((error: unknown) => {
    if (!(error instanceof ParityError)) throw error;
    process.stderr.write(`cannot start: ${error.message}\n${error.repair}\n`);
    process.exitCode = 2;
  });
}

async function main(start: (options: CommandLine['service']) => Promise<RunningService>): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const { service, exitWithStdin } = readCommandLine(process.argv.slice(2), process.env);
  const running = await start(service);
  const stop = (): void => void running.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  // The stdin of this process closes if the parent process is killed.
  if (exitWithStdin) process.stdin.once('end', stop).once('error', stop).resume();
  process.stdout.write(`${JSON.stringify({ listening: running.url })}\n`);
}
