/**
 * How a command line receives the decisions at gates. A gate is a point at which a person must approve a call. By
 * default, a flag approves and an environment variable denies.
 * - `list`: an environment variable approves several gates.
 * - `flag-over-variable`: a flag denies, and a variable approves. `variable-over-flag`: a variable denies, and a flag
 *   approves.
 * - `variable-beside-flag`: a variable denies the gate, and flags approve it and deny a different gate.
 *   `flag-beside-variable`: a flag denies the gate, and variables approve it and deny a different gate.
 * - `terminal-end`: the input of the terminal ends. `terminal-empty`: the answer at the terminal is empty.
 *   `terminal-word`: the answer is a word that only begins like an approval. `terminal-late`: the denial at the
 *   terminal comes after some seconds. `terminal-piped`: the program runs at a terminal, but its standard output is a
 *   pipe. `terminal-unseen`: only standard input is a terminal, so nobody sees a question.
 * - `piped-answer`: `y` is piped into the standard input.
 * - `beside-denial`: a flag approves the gate, and a variable denies a different gate. `beside-flag`: a variable
 *   approves the gate, and a flag approves a different gate.
 * - `empty`: the variables for approvals and denials are set, but empty. `blank`: a flag and a variable approve a list
 *   that contains no names.
 * - `prefix`, `extension`, `wildcard`, `other-case`, `other-separator`: an approval of a name that resembles the name
 *   of the gate. `operation`: an approval of the other names of the operation.
 */
export const GATE_WAYS = [
  'flag',
  'variable',
  'list',
  'flag-over-variable',
  'variable-over-flag',
  'variable-beside-flag',
  'flag-beside-variable',
  'terminal',
  'terminal-end',
  'terminal-empty',
  'terminal-word',
  'terminal-late',
  'terminal-piped',
  'terminal-unseen',
  'beside-denial',
  'beside-flag',
  'ci',
  'piped-answer',
  'prefix',
  'extension',
  'wildcard',
  'other-case',
  'other-separator',
  'operation',
  'empty',
  'blank',
] as const;
export type GateWay = (typeof GATE_WAYS)[number];
