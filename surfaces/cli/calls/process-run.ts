import type { LogTail } from '../../process/log-tail.js';
import { type ProcessEnd as GroupEnd, ProcessGroup } from '../../process/process-group.js';

export interface ProcessOrder {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Omitted: standard input is empty and is not a terminal. */
  readonly stdin?: Uint8Array;
  /** Reads the output and writes the input while the process runs; the input stays open until its end. */
  readonly dialogue?: (output: NodeJS.ReadableStream, input: NodeJS.WritableStream) => void;
  readonly timeoutMs: number;
  /** For each of the two outputs. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  /** Receives standard error as it is written, however the process ends. */
  readonly log?: LogTail;
}

export type ProcessEnd =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly stdout: Buffer; readonly stderr: Buffer }
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: Buffer }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'overflow' }
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string };

const NOTHING = Buffer.alloc(0);

/** Runs one process to its end. Its group is killed if it exceeds its time or its output limit. */
export async function runProcess(order: ProcessOrder): Promise<ProcessEnd> {
  if (order.signal.aborted) return { kind: 'killed', signal: 'SIGKILL', stderr: NOTHING };
  try {
    const stdio = [
      order.stdin === undefined && order.dialogue === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
    ] as const;
    const { file, args, cwd, env, timeoutMs: outputPatienceMs } = order;
    return await outcome(new ProcessGroup({ command: [file, ...args], cwd, env, stdio, outputPatienceMs }), order);
  } catch (error) {
    return failedEnd(error as NodeJS.ErrnoException);
  }
}

async function outcome(group: ProcessGroup, order: ProcessOrder): Promise<ProcessEnd> {
  const { stdin, stdout, stderr } = group.child;
  let cut: ProcessEnd | undefined;
  const stop = (end: ProcessEnd): void => {
    cut ??= end;
    group.kill();
    // A descendant that left the group may still hold the pipes; the driver does not wait for it.
    stdout?.destroy();
    stderr?.destroy();
  };
  const abort = (): void => stop({ kind: 'killed', signal: 'SIGKILL', stderr: NOTHING });
  const timer = setTimeout(() => stop({ kind: 'timeout' }), order.timeoutMs);
  const outputs = [stdout, stderr].map((stream) =>
    collect(stream, order.maxOutputBytes, () => stop({ kind: 'overflow' })),
  );
  stderr?.on('data', (chunk: Buffer) => order.log?.add(chunk));
  order.signal.addEventListener('abort', abort, { once: true });
  // A process may end without reading its input.
  stdin?.on('error', () => undefined);
  if (order.dialogue === undefined) stdin?.end(order.stdin);
  else if (stdin !== null && stdout !== null) order.dialogue(stdout, stdin);
  const end = await group.ended;
  stdin?.destroy();
  clearTimeout(timer);
  order.signal.removeEventListener('abort', abort);
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
