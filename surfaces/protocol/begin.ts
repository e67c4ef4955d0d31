import { ParityError } from '../../contract/parity-error.js';
import type { DriverContext } from '../driver.js';
import { environmentValues } from '../process/environment-values.js';
import { isOnPath } from '../process/program-on-path.js';
import type { ProtocolConfig } from './config.js';
import { LineProcess } from './line-process.js';
import { type Greeting, PROTOCOL, type StartOrder } from './messages.js';
import { noiseText, readGreeting } from './read-message.js';

export interface ProtocolOptions extends Omit<ProtocolConfig, 'driver'> {
  /**
   * How long the program may take to send its greeting, in milliseconds. Default 20 000, or the time limit of a call if
   * that is longer.
   */
  readonly startMs?: number;
}

/** A running driver program that has sent its greeting. */
export interface Begun {
  readonly process: LineProcess;
  readonly greeting: Extract<Greeting, { ok: true }>;
}

/** Time for an interpreter to start and load its libraries. It does not depend on the time limit of a call. */
const START_MS = 20_000;

/**
 * Starts the driver program and waits for its greeting. Rejects with `surface-unavailable` if the program does not
 * start, or does not send a valid greeting in time.
 */
export async function begun(options: ProtocolOptions, context: DriverContext): Promise<Begun> {
  const driver = spawned(options, context);
  context.signal?.addEventListener('abort', driver.kill, { once: true });
  const greeting = await greeted(driver, context, options.startMs ?? START_MS);
  context.signal?.removeEventListener('abort', driver.kill);
  if (typeof greeting !== 'string') return { process: driver, greeting };
  await driver.stop();
  throw unavailable(options, context, greeting);
}

function spawned(options: ProtocolOptions, context: DriverContext): LineProcess {
  try {
    return new LineProcess({ command: options.command, cwd: context.root, env: environment(options, context) });
  } catch (error) {
    // `spawn` throws if an argument contains a NUL character.
    throw unavailable(options, context, error instanceof Error ? error.message : String(error));
  }
}

function unavailable({ command }: ProtocolOptions, { surface }: DriverContext, why: string): ParityError {
  const [program = ''] = command;
  const smoke = `\`parity smoke --surface ${surface}\` shows the output of the driver.`;
  const repair = isOnPath(program)
    ? smoke
    : `Install ${program}, or set \`command\` of the surface to its path; ${smoke}`;
  return new ParityError('surface-unavailable', `${surface}: ${command.join(' ')} does not start (${why})`, repair);
}

/** The greeting of the driver program, or the reason why there is none. */
async function greeted(
  process: LineProcess,
  context: DriverContext,
  startMs: number,
): Promise<Begun['greeting'] | string> {
  const { baseUrl, serverUrls, token, timeoutMs } = context;
  const patienceMs = Math.max(startMs, timeoutMs);
  const servers = serverUrls && { servers: Object.fromEntries(serverUrls) };
  process.send({ cmd: 'start', protocol: PROTOCOL, baseUrl, ...servers, token, timeoutMs } satisfies StartOrder);
  const next = await process.next(patienceMs);
  if (next.kind === 'ended') return next.how;
  if (next.kind === 'nothing') return `the driver wrote nothing for ${patienceMs / 1000} s`;
  const read = readGreeting(next);
  if (read.kind === 'noise') return noiseText(next, read.reason);
  return read.message.ok ? read.message : `it reports: ${read.message.error}`;
}

/**
 * The environment of the driver program. The environment of the harness is not passed on, because a proxy or a token in
 * it could change the outcome of a case.
 */
function environment({ env }: ProtocolOptions, context: DriverContext): Record<string, string> {
  const given = environmentValues(env, context, context.token);
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...given };
}
