import { ParityError } from '../../../contract/parity-error.js';
import { type CommandLine, USAGE, readCommandLine } from './options.js';
import type { RunningService } from './serve.js';

/** A service as a command; one line of JSON on stdout says where it can be called. Exit codes: 0 stopped, 2 cannot start. */
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
  // A parent that dies without a word closes our stdin.
  if (exitWithStdin) process.stdin.once('end', stop).once('error', stop).resume();
  process.stdout.write(`${JSON.stringify({ listening: running.url })}\n`);
}
