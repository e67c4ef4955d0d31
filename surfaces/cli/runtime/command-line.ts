import { EXIT } from '../generated/failures.js';
import type { Command, Program } from './command.js';
import { exchange } from './exchange.js';
import { Failure, failure } from './failure.js';
import { type Invocation, environmentName, readInvocation, usageFailure } from './invocation.js';
import { prepareRequest } from './request.js';

/**
 * Runs one command line and returns the exit code. A success is one JSON document on standard output. A failure is a
 * problem document on the first line of standard error. The modules for help and for questions are loaded only when
 * they are used, because each module adds about half a millisecond to a call.
 */
export async function runCommandLine(program: Program, args: readonly string[]): Promise<number> {
  try {
    const text = await outputOf(program, args);
    if (text !== '') write(process.stdout, text.endsWith('\n') ? text : `${text}\n`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    write(process.stderr, `${JSON.stringify(error.problem)}\n${error.hint === '' ? '' : `${error.hint}\n`}`);
    return error.exitCode;
  }
}

async function outputOf(program: Program, [first, ...rest]: readonly string[]): Promise<string> {
  if (first === '--version') return `${program.name} ${program.service.version}`;
  if (first === '--help' || first === '-h') return (await import('./help.js')).programHelp(program);
  if (first === undefined) throw usageFailure(program, 'No command was given.');
  const command = program.commands.find(({ name }) => name === first);
  if (command === undefined) throw usageFailure(program, `There is no command ${JSON.stringify(first)}.`);
  return runCommand(program, command, rest);
}

async function runCommand(program: Program, command: Command, args: readonly string[]): Promise<string> {
  // A separate word `--help` is always the flag. As the value of another flag it is written `--flag=--help`.
  if (args.includes('--help') || args.includes('-h')) return (await import('./help.js')).commandHelp(program, command);
  const invocation = readInvocation(program, command, args, process.env);
  const request = prepareRequest(invocation, (detail) => usageFailure(program, detail, command));
  await passGate(program, invocation, request.target);
  return exchange(invocation, request);
}

/**
 * Checks the human gate of a command, before any request is sent. Returns if the call is approved, and throws if it is
 * denied or nobody approves it. A denial takes precedence over an approval. An approval counts only for the gate that
 * it names. The program asks only if a person is at a terminal.
 */
async function passGate(
  { service }: Program,
  { command, approved, denied }: Invocation,
  target: string,
): Promise<void> {
  const { gate } = command;
  if (gate === undefined) return;
  const denial = failure(EXIT.gateDenied, 'gate-denied', 'The request was denied.', { gate });
  if (denied.has(gate)) throw denial;
  if (approved.has(gate)) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    const hint = `Approve with --approve ${gate} or ${environmentName(service, 'APPROVE')}=${gate}`;
    throw failure(EXIT.gateUnanswered, 'gate-unanswered', 'The request was not approved.', { gate }, hint);
  }
  const { ask } = await import('./ask.js');
  if (!(await ask(`${command.description}: ${command.method} ${target}. Approve ${gate}? [y/N] `))) throw denial;
}

/** Writes a text to a stream. It is not a failure if the reader has closed the pipe early, as `head` does. */
function write(stream: NodeJS.WriteStream, text: string): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  stream.write(text);
}
