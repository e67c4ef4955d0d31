import { parseJson } from '../../../contract/wire/request/split-request.js';
import type { Outcome } from '../../outcome.js';
import type { ProcessEnd } from '../../process/host/process-run.js';
import type { GateDecision } from './gate-choice.js';

/** The outcome of a call whose program ran at a terminal that shows only some, or none, of its outputs. */
export function outcomeAtTerminal(
  outcome: Outcome,
  end: ProcessEnd,
  { isOutputPiped, isUnseen }: Pick<GateDecision, 'isOutputPiped' | 'isUnseen'>,
): Outcome {
  if (isOutputPiped === true) return pipedOutcome(outcome, end);
  const isShown = end.kind === 'exited' && end.stdout.toString().trim() !== '';
  return isUnseen === true && isShown ? { kind: 'inexpressible', reason: ASKED_DIRECTLY } : outcome;
}

/**
 * The outcome of a call that a person approved at a terminal while standard output was a pipe. The program may refuse
 * such a call without asking. If it asks, it must write the question to standard error and not into the pipe.
 */
function pipedOutcome(outcome: Outcome, end: ProcessEnd): Outcome {
  if (outcome.kind === 'refused' && outcome.by === 'gate') return { kind: 'inexpressible', reason: NOT_ASKED };
  if (outcome.kind !== 'crash' || end.kind !== 'exited' || end.exitCode !== 0) return outcome;
  const asked = textBeforeDocument(end.stdout);
  return asked === undefined ? outcome : { ...outcome, detail: `${ON_OUTPUT}: ${JSON.stringify(asked)}` };
}

const ASKED_DIRECTLY = 'the program asks at the terminal itself, and not on standard output or standard error';
const NOT_ASKED = 'the program asks for an approval only if its standard output is a terminal';
const ON_OUTPUT =
  'exit code 0, but the question at the gate is on standard output before the JSON document, and belongs on standard error';

/**
 * How the text before a JSON document is found. The output is parsed from its first `MOST_PLACES` brackets, and at most
 * `MOST_QUOTED` characters of the text before the document are quoted.
 */
const MOST_PLACES = 20;
const MOST_QUOTED = 200;
const MOST_BYTES = 1024 * 1024;

/**
 * The text before the JSON document at the end of the output. `undefined` if there is no document, or no text before
 * the document.
 */
function textBeforeDocument(stdout: Buffer): string | undefined {
  const text = stdout.subarray(0, MOST_BYTES).toString();
  const places = [...text.slice(0, 10 * MOST_QUOTED).matchAll(/[[{]/g)].map(({ index }) => index).slice(0, MOST_PLACES);
  const place = places.find((index) => parseJson(Buffer.from(text.slice(index))) !== undefined);
  const before = place === undefined ? '' : text.slice(0, place).trim();
  return before === '' ? undefined : before.slice(0, MOST_QUOTED);
}
