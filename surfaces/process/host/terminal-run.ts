import { existsSync } from 'node:fs';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import { type ProcessEnd, type ProcessOrder, type RunOptions, runProcess } from './process-run.js';

/**
 * The `script` of util-linux, which runs a command on a new pseudo-terminal. The `script` of BSD takes other arguments.
 */
const TERMINAL = '/usr/bin/script';

export function hasTerminal(): boolean {
  return process.platform === 'linux' && existsSync(TERMINAL);
}

/** The text that names the question of a program, and the answer to it. */
export interface TerminalDialogue {
  readonly gate: string;
  readonly answer: string;
}

/**
 * Runs one process whose three standard streams are a terminal, and answers its question. A terminal has one output, so
 * the text after the answer is returned as the standard output, and the whole text as the standard error.
 */
export async function runOnTerminal(
  order: ProcessOrder,
  { gate, answer }: TerminalDialogue,
  options: RunOptions,
): Promise<ProcessEnd> {
  // `script` passes its command to `/bin/sh`. Every word is quoted, so the shell expands nothing.
  const command = `exec ${[order.file, ...order.args].map(quoted).join(' ')}`;
  const question = new Question(gate);
  const end = await runProcess(
    {
      ...order,
      file: TERMINAL,
      args: ['-qec', command, '/dev/null'],
      env: { ...order.env, SHELL: '/bin/sh', TERM: 'dumb' },
    },
    { ...options, dialogue: (output, input) => question.answerOn(output, input, answer) },
  );
  if (end.kind !== 'exited') return end;
  const said = end.stdout.toString();
  return { ...end, stdout: document(said.slice(question.answeredAt), answer), stderr: Buffer.from(plain(said)) };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The silence after which a program is answered, even if it did not ask in the expected way. */
const SILENCE_MS = 500;
const FIRST_SILENCE_MS = 3000;

/** Waits until the program asks: its output names the gate or contains a question. */
class Question {
  /** Number of characters before the answer. */
  answeredAt = 0;

  constructor(private readonly gate: string) {}

  answerOn(output: NodeJS.ReadableStream, input: NodeJS.WritableStream, answer: string): void {
    let said = '';
    let isAnswered = false;
    const give = (): void => {
      clearTimeout(timer);
      if (isAnswered) return;
      isAnswered = true;
      this.answeredAt = said.length;
      input.write(answer);
    };
    let timer = setTimeout(give, FIRST_SILENCE_MS);
    output.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      clearTimeout(timer);
      if (said.includes(this.gate) || said.includes('?')) give();
      else timer = setTimeout(give, SILENCE_MS);
    });
    output.on('close', () => clearTimeout(timer));
  }
}

/** The maximum number of skipped lines before the document, such as the terminal's echo of the typed answer. */
const MOST_SKIPPED = 20;

/** The document at the end of the text; the whole text if there is no document. */
function document(said: string, answer: string): Buffer {
  const text = plain(said);
  const lines = (text.startsWith(answer) ? text.slice(answer.length) : text).split('\n');
  for (let skipped = 0; skipped < Math.min(lines.length, MOST_SKIPPED); skipped += 1) {
    const rest = Buffer.from(lines.slice(skipped).join('\n'));
    if (parseJson(rest) !== undefined) return rest;
  }
  return Buffer.from(lines.join('\n'));
}

/** The text without the line ends of terminals and without control sequences (ECMA-48 §5.4). */
function plain(said: string): string {
  // oxlint-disable-next-line no-control-regex
  return said.replaceAll('\r\n', '\n').replaceAll(/\u001B\[[0-?]*[ -/]*[@-~]/g, '');
}
