import { isUtf8 } from 'node:buffer';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import type { CommandMapping, ExitCodes, ExitMeaning } from './command-mapping.js';
import { CLIENT_EXIT, FAILURES, OTHER_FAILURE, TRANSPORT_FAILURE } from '../../failure-table.js';
import type { NativeSignal, Outcome } from '../../outcome.js';
import { isOversized } from '../../shown-json.js';
import { questionIn } from './question.js';
import type { ProcessEnd } from '../../process/host/process-run.js';

/**
 * Converts the end of a process to an outcome. The meaning of the exit code comes from the failure table or from the
 * configured exit codes.
 */
export function exitOutcome(
  end: ProcessEnd,
  timeoutMs: number,
  codes?: ExitCodes,
  output?: CommandMapping['output'],
): Outcome {
  switch (end.kind) {
    case 'exited':
      return exitedOutcome(end, codes, output);
    case 'killed':
      return { kind: 'crash', detail: `ended by ${end.signal}${excerptOf(end.stderr)}` };
    case 'timeout':
      return { kind: 'timeout', afterMs: timeoutMs, ...questionIn(end.said ?? '') };
    case 'overflow':
      return { kind: 'crash', detail: 'the program wrote more output than the harness reads' };
    case 'failed':
      return end.code === 'E2BIG'
        ? { kind: 'inexpressible', reason: 'the arguments are longer than the system allows for one process' }
        : { kind: 'crash', detail: `the program cannot be started: ${end.reason}` };
    default:
      return end satisfies never;
  }
}

/**
 * The outcome of a call that deliberately uses the program wrongly. The program may end with any exit code and any
 * output, or by the signal SIGPIPE. The call is a crash only if the program prints a stack trace to standard error and
 * fails, or is ended by another signal.
 */
export function unusualOutcome(outcome: Outcome, end: ProcessEnd): Outcome {
  if (end.kind === 'exited' && end.exitCode !== 0 && TRACE.test(excerpt(end.stderr)))
    return { kind: 'crash', detail: `exit code ${end.exitCode}${excerptOf(end.stderr)}`, native: nativeOf(outcome) };
  // SIGPIPE ends a process that writes to an output without a reader (POSIX.1-2017, write).
  const isOwnEnd = end.kind === 'exited' || (end.kind === 'killed' && end.signal === 'SIGPIPE');
  return outcome.kind === 'crash' && isOwnEnd ? { kind: 'refused', by: 'client', reason: outcome.detail } : outcome;
}

/**
 * If the call failed, adds the line of standard error that contains the token. The outcome itself contains only the
 * problem document from standard error, but a user sees every line, and so the token.
 */
export function withLineOfToken(outcome: Outcome, end: ProcessEnd, token: string | undefined): Outcome {
  if ((outcome.kind !== 'problem' && outcome.kind !== 'refused') || end.kind !== 'exited' || token === undefined)
    return outcome;
  const lines = end.stderr.subarray(0, MOST_STDERR).toString().split('\n', MOST_LINES);
  const line = token === '' ? undefined : lines.find((each) => each.includes(token));
  return line === undefined ? outcome : { ...outcome, native: { ...outcome.native, lineWithToken: line } };
}

function nativeOf(outcome: Outcome): NativeSignal {
  return ('native' in outcome ? outcome.native : undefined) ?? {};
}

/** Stack traces as Node.js, Python, the JVM, .NET, Go, Rust and Ruby write them. */
const TRACE =
  /^\s+at \S|^Traceback \(most recent|^goroutine \d|panicked at |^Unhandled exception|^\s+from \S+:\d+:in /m;

/** The meaning of each exit code of a generated program (see the failure table). */
const TABLE: ExitCodes = Object.fromEntries<ExitMeaning>([
  [CLIENT_EXIT.usage, 'usage'],
  [CLIENT_EXIT.gateDenied, 'denied'],
  [CLIENT_EXIT.gateUnanswered, 'unanswered'],
  ...FAILURES.map(({ exitCode, status }) => [exitCode, status] as const),
  [OTHER_FAILURE.exitCode, 'failure'],
  [TRANSPORT_FAILURE.exitCode, 'failure'],
]);

function exitedOutcome(
  { exitCode, stdout, stderr }: Extract<ProcessEnd, { kind: 'exited' }>,
  codes = TABLE,
  output?: CommandMapping['output'],
): Outcome {
  const asked = exitCode === CLIENT_EXIT.ok ? {} : questionIn(`${excerpt(stdout)}\n${excerpt(stderr)}`);
  const native = { ...(codes === TABLE ? { exitCode } : { ownExitCode: exitCode }), ...asked };
  if (exitCode === CLIENT_EXIT.ok) return valueOutcome(stdout, native, output);
  const meaning = codes[String(exitCode)] ?? codes['*'];
  if (meaning === undefined) return { kind: 'crash', detail: `exit code ${exitCode}${excerptOf(stderr)}`, native };
  if (meaning === 'usage') return { kind: 'refused', by: 'client', reason: reasonOf(stderr), native };
  if (meaning === 'denied' || meaning === 'unanswered')
    return { kind: 'refused', by: 'gate', reason: reasonOf(stderr), native };
  const problem = problemIn(stderr);
  const status = statusOf(problem) ?? (meaning === 'failure' ? undefined : meaning);
  return {
    kind: 'problem',
    ...(status !== undefined && { status }),
    ...(problem !== undefined && { problem }),
    native,
  };
}

/**
 * The outcome of exit code 0. Without output, the call returned nothing. Otherwise the output must be exactly one JSON
 * document, or the call is a crash. A command that is configured to print the bytes of the reply may print anything.
 */
function valueOutcome(stdout: Buffer, native: NativeSignal, output?: CommandMapping['output']): Outcome {
  if (isOversized(stdout)) return { kind: 'value', oversized: true, native };
  if (output === 'raw') return rawOutcome(stdout, native);
  if (stdout.toString().trim() === '') return { kind: 'value', native };
  const value = parseJson(stdout);
  if (value !== undefined) return { kind: 'value', value, native };
  return {
    kind: 'crash',
    detail: isCut(stdout)
      ? `exit code 0, but standard output ends after ${stdout.byteLength} bytes within a JSON document; the program may exit before it has written all output`
      : `exit code 0, but standard output is not one JSON document${excerptOf(stdout)}`,
    native,
  };
}

function rawOutcome(stdout: Buffer, native: NativeSignal): Outcome {
  const value = isUtf8(stdout) ? stdout.toString() : stdout.toString('latin1');
  return { kind: 'value', native: { ...native, bytes: true }, ...(stdout.length > 0 && { value }) };
}

/**
 * True if the end of a long JSON document seems to be missing. A pipe takes up to `PIPE_BUF` bytes in one write
 * (POSIX), so only a longer output can be cut off.
 */
function isCut(stdout: Buffer): boolean {
  const text = stdout.byteLength < 4096 ? '' : stdout.toString().trim();
  return /^[[{]/.test(text) && !/[\]}]$/.test(text);
}

/** How much of standard error is searched for a problem document: the maximum number of bytes and of lines. */
const MOST_STDERR = 1024 * 1024;
const MOST_LINES = 1000;

/** The problem document on standard error: the whole output, or the first line that is a JSON object. */
function problemIn(stderr: Buffer): JsonObject | undefined {
  const said = stderr.subarray(0, MOST_STDERR);
  const lines = said
    .toString()
    .split('\n', MOST_LINES)
    .filter((line) => line.startsWith('{'));
  for (const candidate of [said, ...lines.map((line) => Buffer.from(line))]) {
    const value: Json | undefined = isOversized(candidate) ? undefined : parseJson(candidate);
    if (isJsonObject(value)) return value;
  }
  return undefined;
}

function statusOf(problem: JsonObject | undefined): number | undefined {
  const status = problem?.['status'];
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599 ? status : undefined;
}

function reasonOf(stderr: Buffer): string {
  const problem = problemIn(stderr);
  const reason = problem?.['detail'] ?? problem?.['title'];
  return typeof reason === 'string' ? reason : excerpt(stderr);
}

function excerptOf(output: Buffer): string {
  const text = excerpt(output);
  return text === '' ? '' : `: ${text}`;
}

function excerpt(output: Buffer): string {
  return output.subarray(0, MOST_STDERR).toString().trim().slice(0, 1000);
}
