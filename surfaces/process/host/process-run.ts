import type { LogTail } from '../log-tail.js';
import { type ProcessEnd as GroupEnd, ProcessGroup } from '../process-group.js';

/** One process, as data, so that another process can run it. */
export interface ProcessOrder {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** The bytes on standard input. If omitted, the input is empty and is not a terminal. */
  readonly stdin?: Uint8Array;
  /** Nothing reads standard output: a write fails, as after `head` has ended. */
  readonly isOutputClosed?: true;
  readonly timeoutMs: number;
  /** Limit for each of the two outputs, in bytes. */
  readonly maxOutputBytes: number;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Receives standard error as it is written, however the process ends. */
  readonly log?: LogTail;
  /** Called with the id of the process once it has started. */
  readonly started?: (pid: number) => void;
  /** Reads the output and writes the input while the process runs. The input stays open until the process ends. */
  readonly dialogue?: (output: NodeJS.ReadableStream, input: NodeJS.WritableStream) => void;
}

export type ProcessEnd =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly stdout: Buffer; readonly stderr: Buffer }
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: Buffer }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'overflow' }
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string };

const NOTHING = Buffer.alloc(0);

/** The end of a process that was stopped. */
export const STOPPED: ProcessEnd = { kind: 'killed', signal: 'SIGKILL', stderr: NOTHING };

/**
 * Runs one process to its end. Its process group is killed if the process exceeds its time limit or its output limit.
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
    // A descendant that left the group may still hold the pipes; the driver does not wait for it.
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
  // A process may end without reading its input.
  stdin?.on('error', () => undefined);
  if (options.dialogue === undefined) stdin?.end(order.stdin);
  else if (stdin !== null && stdout !== null) options.dialogue(stdout, stdin);
  const end = await group.ended;
  stdin?.destroy();
  clearTimeout(timer);
  options.signal.removeEventListener('abort', abort);
  return cut ?? withOutputs(end, outputs);
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
