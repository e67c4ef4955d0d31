import { existsSync } from 'node:fs';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import { type ProcessEnd, type ProcessOrder, type RunOptions, runProcess } from './process-run.js';

/**
 * The command `script` of util-linux runs a command on a new pseudo-terminal. The `script` of BSD has different
 * arguments.
 */
const TERMINAL = '/usr/bin/script';

export function hasTerminal(): boolean {
  return process.platform === 'linux' && existsSync(TERMINAL);
}

/** The answer to the question with which a program asks for approval at a human gate. */
export interface TerminalDialogue {
  readonly gate: string;
  readonly answer: string;
  /** True if standard output is a pipe. Only standard input and standard error are then the terminal. */
  readonly isOutputPiped?: true;
  /**
   * True if only standard input is the terminal. The standard output of the process is discarded. In the result, what
   * the terminal shows takes its place.
   */
  readonly isUnseen?: true;
  /** The time between the question and the answer, which is added to the time limit. Default: none. */
  readonly delayMs?: number;
}

/** Runs one process on a terminal and answers its question. */
export async function runOnTerminal(
  order: ProcessOrder,
  { gate, answer, isOutputPiped, isUnseen, delayMs = 0 }: TerminalDialogue,
  options: RunOptions,
): Promise<ProcessEnd> {
  // `script` passes its command to `/bin/sh`. Every word is quoted, so the shell expands nothing.
  const command = `exec ${[order.file, ...order.args].map(quoted).join(' ')}`;
  const started =
    isOutputPiped === true
      ? beside('exec 3>&1', `${command} >&3 3>&-`, ' >&2')
      : isUnseen === true
        ? beside('exec 3>&2', `${command} >${LOG} 2>&3 3>&-`)
        : { file: TERMINAL, args: [...ON_TERMINAL, command, LOG] };
  const question = new Question(gate, delayMs);
  const end = await runProcess(
    {
      ...order,
      ...started,
      timeoutMs: order.timeoutMs + delayMs,
      env: { ...order.env, SHELL: '/bin/sh', TERM: 'dumb' },
    },
    { ...options, dialogue: (outputs, input) => question.answerOn(outputs, input, answer) },
  );
  return end.kind !== 'exited' || (isOutputPiped ?? isUnseen) === true ? end : split(end, question.answeredAt, answer);
}

/** The options that `script` gets before the command, and the file for its log. */
const ON_TERMINAL = ['-qec'] as const;
const LOG = '/dev/null';

/**
 * The program and arguments that run a command on a terminal, but with a pipe as one of its outputs. Descriptor 3,
 * which `opened` opens, passes an output of the shell to the command. `shown` redirects what the terminal shows.
 */
function beside(opened: string, command: string, shown = ''): Pick<ProcessOrder, 'file' | 'args'> {
  const shell = `${opened}; exec ${TERMINAL} ${ON_TERMINAL.join(' ')} "$0" ${LOG}${shown}`;
  return { file: '/bin/sh', args: ['-c', shell, command] };
}

type Exited = Extract<ProcessEnd, { kind: 'exited' }>;

/**
 * Separates the output of a process whose only output was the terminal. The text after the typed answer becomes
 * standard output, and the whole text becomes standard error.
 */
function split(end: Exited, answeredAt: number, answer: string): Exited {
  const said = end.stdout.toString();
  return { ...end, stdout: document(said.slice(answeredAt), answer), stderr: Buffer.from(plain(said)) };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The time without output after which the answer is sent, even if no question was recognised. */
const SILENCE_MS = 500;
const FIRST_SILENCE_MS = 3000;

/**
 * Waits until a program asks, then types the answer. A program asks if its output contains a question mark or the name
 * of the gate.
 */
class Question {
  /** The number of characters that the program had printed when the answer was typed. */
  answeredAt = 0;

  constructor(
    private readonly gate: string,
    private readonly delayMs: number,
  ) {}

  answerOn(outputs: readonly NodeJS.ReadableStream[], input: NodeJS.WritableStream, answer: string): void {
    let said = '';
    let isAnswered = false;
    const write = (): void => {
      this.answeredAt = said.length;
      input.write(answer);
    };
    const give = (): void => {
      clearTimeout(timer);
      if (isAnswered) return;
      isAnswered = true;
      if (this.delayMs === 0) write();
      else late = setTimeout(write, this.delayMs);
    };
    let late: NodeJS.Timeout | undefined;
    let timer = setTimeout(give, FIRST_SILENCE_MS);
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      clearTimeout(timer);
      if (said.includes(this.gate) || said.includes('?')) give();
      else timer = setTimeout(give, SILENCE_MS);
    };
    const stop = (): void => {
      clearTimeout(timer);
      clearTimeout(late);
    };
    for (const output of outputs) output.on('data', hear).on('close', stop);
  }
}

/**
 * The maximum number of lines that are skipped before the document. Such a line is, for example, the echo of the typed
 * answer.
 */
const MOST_SKIPPED = 20;

/**
 * The JSON document at the end of the output. If the output does not end with a JSON document, returns the whole
 * output.
 */
function document(said: string, answer: string): Buffer {
  const text = plain(said);
  const lines = (text.startsWith(answer) ? text.slice(answer.length) : text).split('\n');
  for (let skipped = 0; skipped < Math.min(lines.length, MOST_SKIPPED); skipped += 1) {
    const rest = Buffer.from(lines.slice(skipped).join('\n'));
    if (parseJson(rest) !== undefined) return rest;
  }
  return Buffer.from(lines.join('\n'));
}

/** Removes control sequences from the output of a terminal, and replaces each CR LF by LF (ECMA-48 §5.4). */
function plain(said: string): string {
  // oxlint-disable-next-line no-control-regex
  return said.replaceAll('\r\n', '\n').replaceAll(/\u001B\[[0-?]*[ -/]*[@-~]/g, '');
}
