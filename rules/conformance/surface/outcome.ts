import type { Misuse } from '../../../contract/case.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import type { Violation } from '../../finding.js';
import type { TrialRule } from '../../rule.js';
import { EVERYWHERE } from '../../rule.js';

/** A call ends without a timeout and without a crash of the surface. */
export const outcome: TrialRule = {
  id: 'conformance/outcome',
  severity: 'must',
  statement: 'A call ends with a value, a problem or a refusal before its timeout.',
  source: 'contract-parity, surfaces: every call ends with an outcome (docs/drivers.md)',
  repair:
    'Replay the case and read the output of the surface. Change the surface so that it returns or throws what its interface documents.',
  backends: EVERYWHERE,
  reads: 'call',
  misuse: 'too',
  check: (trial) =>
    trial.observations.flatMap(({ surface, outcome: seen, exchanges }) => {
      if (seen.kind !== 'crash' && seen.kind !== 'timeout') return [];
      // If the service did not reply, a timeout is not a fault of the surface.
      const { response } = exchanges.at(-1) ?? {};
      if (seen.kind === 'timeout' && response?.kind === 'failed' && response.silent === true) return [];
      const unusual = unusualCall(seen, trial.case.misuse);
      const received = seen.kind === 'crash' ? `crash: ${seen.detail}` : `no outcome within ${seen.afterMs} ms`;
      return [
        {
          surface,
          pointer: '/outcome',
          kind: seen.kind,
          message: `The call ended in a ${seen.kind}${unusual === undefined ? '' : ` ${unusual.words}`}.`,
          expected: 'a value, a problem or a refusal',
          received,
          blame: 'surface',
          cause: unusual === undefined ? crashCause(seen) : `${crashCause(seen)} ${trial.case.misuse}`,
          dependsOnReply: true,
          ...(seen.kind === 'crash' && response?.kind === 'response' && { status: response.status }),
          ...crashFacts(seen),
          ...(unusual && { repair: unusual.repair }),
        },
      ];
    }),
};

/**
 * Describes what is unusual about a call that timed out or crashed: the check called the surface in an unusual way
 * (`misuse`), or the surface asked a question. `undefined` if nothing is unusual.
 */
function unusualCall(seen: Outcome, misuse: Misuse | undefined): UnusualCall | undefined {
  if (misuse === 'unconfirmed') return UNCONFIRMED;
  const question = seen.kind === 'timeout' ? seen.question : 'native' in seen ? seen.native?.question : undefined;
  if (question !== undefined)
    return { words: `after the question ${JSON.stringify(question)}, which nobody can answer`, repair: ASKED };
  return seen.kind === 'crash' ? UNUSUAL[misuse ?? ''] : undefined;
}

interface UnusualCall {
  readonly words: string;
  readonly repair: string;
}

const UNCONFIRMED: UnusualCall = {
  words: 'because it is not confirmed and there is no terminal',
  repair:
    'End the command immediately with a message if the call is not confirmed and standard input is not a terminal.',
};

/** The repair for a surface that asks a question although nobody can answer it. */
export const ASKED =
  "Ask only if standard input is a terminal, and never if a flag confirms the call. If the command has such a flag, name it in the configuration: `confirm: ['--yes']` in the mapping of the operation.";

/**
 * Unusual ways to call a program, and the repair if the program crashes. The program may refuse such a call with a
 * message, but must not end with the stack trace of an unhandled error.
 */
const UNUSUAL: Readonly<Record<string, UnusualCall>> = {
  'token-line-end': {
    words: 'because its token ends with a line break',
    repair: 'Remove white space around a token that is read from a file or a variable, or refuse it with a message.',
  },
  'closed-output': {
    words: 'because nothing reads its output, as after `| head`',
    repair: 'End without a message when a write to standard output fails with EPIPE.',
  },
};

/** The cause of crashes in which a surface wrote unexpected text to standard output. It is the same for every text. */
export const STRAY_OUTPUT = 'stray output';

/** The members of a violation that describe a crash. */
export function crashFacts(seen: Outcome): Pick<Violation, 'crash' | 'repair'> {
  const crash = crashCause(seen);
  return { crash, ...(crash === STRAY_OUTPUT && { repair: LOG_ELSEWHERE }) };
}

const LOG_ELSEWHERE =
  'Write logs to standard error. Standard output carries the messages of the protocol, and nothing else may be written there.';

/**
 * The cause of a crash: its error name or exit code. The message is not used, because it may contain a value of the
 * input, and each value would then be a separate cause.
 */
export function crashCause(seen: Outcome): string {
  if (seen.kind !== 'crash') return '';
  if (seen.strayOutput === true) return STRAY_OUTPUT;
  return seen.native?.error ?? (seen.native?.exitCode === undefined ? '' : `exit code ${seen.native.exitCode}`);
}
