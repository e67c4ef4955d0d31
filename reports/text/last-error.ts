/** Matches a line of a stack trace of Node.js or Java: `    at main (server.js:10:5)`. */
const FRAME = /^\s+at /;
/** Matches a line of a stack trace of Python. The message of the error comes after the trace. */
const FRAME_OF_PYTHON = /^\s+File "/;
/**
 * Matches a line of a stack trace of Go. The panic message is several lines before it, and each frame has two lines.
 */
const FRAME_OF_GO = /^\s+\S+\.go:\d+/;
const PANIC = /\bpanic(?: serving \S+)?: /;

/**
 * The lines of a log about its last error: the message and the stack trace. If the trace is longer than `most` lines,
 * the lines nearest to the fault are kept. `undefined` if the log has no stack trace. The last lines of the log itself
 * are of little use, because a long trace ends in the code of a framework.
 */
export function lastError(lines: readonly string[], most: number): readonly string[] | undefined {
  const at = lines.findLastIndex((line) => [FRAME, FRAME_OF_PYTHON, FRAME_OF_GO].some((frame) => frame.test(line)));
  if (at < 0) return undefined;
  if (FRAME_OF_GO.test(lines[at] ?? '')) return panicAndTrace(lines.slice(0, at + 1), most);
  return FRAME.test(lines[at] ?? '') ? messageAndTrace(lines, at, most) : traceAndMessage(lines, at, most);
}

/** The lines of a log of a Go program, from the last panic on. */
function panicAndTrace(lines: readonly string[], most: number): readonly string[] | undefined {
  const message = lines.findLastIndex((line) => PANIC.test(line));
  return message < 0 ? undefined : linesFrom(lines, message, most);
}

/**
 * The lines of a log from the message of the error on, for stack traces that follow the message. The message is the
 * last line before the trace that does not begin with white space.
 */
function messageAndTrace(lines: readonly string[], frame: number, most: number): readonly string[] | undefined {
  const message = lines.slice(0, frame).findLastIndex(isMessage);
  // If the trace is short and at the end of the log, lines before the message are included.
  return message < 0 ? undefined : linesFrom(lines, Math.min(message, lines.length - most), most);
}

/**
 * The lines of a log up to the message of the error, for stack traces that precede the message. The message is the
 * first line after the trace that does not begin with white space.
 */
function traceAndMessage(lines: readonly string[], frame: number, most: number): readonly string[] | undefined {
  const after = lines.slice(frame).findIndex(isMessage);
  return after < 0 ? undefined : linesFrom(lines, frame + after + 1 - most, most);
}

function linesFrom(lines: readonly string[], from: number, most: number): readonly string[] {
  const start = Math.max(0, from);
  return lines.slice(start, start + most);
}

function isMessage(line: string): boolean {
  return /^\S/.test(line);
}
