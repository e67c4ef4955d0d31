import type { LogTail } from '../log-tail.js';
import { type ProcessEnd as GroupEnd, ProcessGroup } from '../process-group.js';

/** A process to run. It is plain data, so it can be sent to another process. */
export interface ProcessOrder {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment of the process. No variable is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** The bytes on standard input. If omitted, standard input is empty and not a terminal. */
  readonly stdin?: Uint8Array;
  /**
   * True if nothing reads standard output. The program then fails when it writes, as in a pipe to `head` after `head`
   * has ended.
   */
  readonly isOutputClosed?: true;
  readonly timeoutMs: number;
  /** The limit in bytes for standard output, and separately for standard error. */
  readonly maxOutputBytes: number;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /**
   * Receives standard error while the process writes it. The text is therefore available even if the process is killed
   * later.
   */
  readonly log?: LogTail;
  /** Called with the process id after the process has started. */
  readonly started?: (pid: number) => void;
  /** Reads the output and writes the input while the process runs. Standard input stays open until the process ends. */
  readonly dialogue?: (outputs: readonly NodeJS.ReadableStream[], input: NodeJS.WritableStream) => void;
}

export type ProcessEnd =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly stdout: Buffer; readonly stderr: Buffer }
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: Buffer }
  /** `said`: the last part of the output as text. */
  | { readonly kind: 'timeout'; readonly said?: string }
  | { readonly kind: 'overflow' }
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string };

const NOTHING = Buffer.alloc(0);

/** The end that is returned for a process which was stopped from outside. */
export const STOPPED: ProcessEnd = { kind: 'killed', signal: 'SIGKILL', stderr: NOTHING };

/**
 * Runs one process to its end. If the process exceeds its time limit or its output limit, its process group is killed.
 */
export async function runProcess(order: ProcessOrder, options: RunOptions): Promise<ProcessEnd> {
  if (options.signal.aborted) return STOPPED;
  try {
    const hasInput = order.stdin !== undefined || options.dialogue !== undefined;
    const stdio = [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'] as const;
    const { file, args, cwd, env, timeoutMs: outputPatienceMs } = order;
    const group = new ProcessGroup({ command: [file, ...args], cwd, env, stdio, outputPatienceMs });
    if (group.child.pid !== undefined) options.started?.(group.child.pid);
    if (order.isOutputClosed === true) group.child.stdout?.destroy();
    return await outcome(group, order, options);
  } catch (error) {
    return failedEnd(error as NodeJS.ErrnoException);
  }
}

async function outcome(group: ProcessGroup, order: ProcessOrder, options: RunOptions): Promise<ProcessEnd> {
  const { stdin, stdout, stderr } = group.child;
  let cut: ProcessEnd | undefined;
  const stop = (end: ProcessEnd): void => {
    cut ??= end;
    group.kill();
    // A descendant that left the group may still hold the pipes open. They are closed, so that nothing waits for this
    // descendant.
    stdout?.destroy();
    stderr?.destroy();
  };
  const abort = (): void => stop(STOPPED);
  const timer = setTimeout(() => stop({ kind: 'timeout' }), order.timeoutMs);
  const outputs = [stdout, stderr].map((stream) =>
    collect(stream, order.maxOutputBytes, () => stop({ kind: 'overflow' })),
  );
  stderr?.on('data', (chunk: Buffer) => options.log?.add(chunk));
  options.signal.addEventListener('abort', abort, { once: true });
  // A process may end without reading its input, so write errors are ignored.
  stdin?.on('error', () => undefined);
  if (options.dialogue === undefined) stdin?.end(order.stdin);
  else if (stdin !== null && stdout !== null && stderr !== null) options.dialogue([stdout, stderr], stdin);
  const end = await group.ended;
  stdin?.destroy();
  clearTimeout(timer);
  options.signal.removeEventListener('abort', abort);
  return cut?.kind === 'timeout' ? { ...cut, said: lastWords(outputs) } : (cut ?? withOutputs(end, outputs));
}

const MOST_SAID = 2000;

/** The last part of standard output, followed by the last part of standard error, as one text. */
function lastWords(outputs: readonly Buffer[][]): string {
  return outputs.map((chunks) => Buffer.concat(chunks).subarray(-MOST_SAID).toString()).join('\n');
}

function withOutputs(end: GroupEnd, outputs: readonly Buffer[][]): ProcessEnd {
  const [stdout = NOTHING, stderr = NOTHING] = outputs.map((chunks) => Buffer.concat(chunks));
  switch (end.kind) {
    case 'exited':
      return { ...end, stdout, stderr };
    case 'signalled':
      return { kind: 'killed', signal: end.signal, stderr };
    case 'failed':
      return failedEnd(end.error);
    default:
      return end satisfies never;
  }
}

function collect(stream: ProcessGroup['child']['stdout'], limit: number, overflow: () => void): Buffer[] {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > limit) overflow();
    else chunks.push(chunk);
  });
  return chunks;
}

function failedEnd({ code, message }: NodeJS.ErrnoException): ProcessEnd {
  return { kind: 'failed', code: code ?? 'unknown', reason: message };
}
