import type { Misuse } from '../../../contract/case.js';
import { optionalParameter } from '../../../contract/arguments.js';
import { type Json } from '../../../contract/json/json.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import { argumentPointer } from '../../../contract/inputs/input-violations.js';
import type { Operation } from '../../../contract/operation.js';
import { isSuccess as isSuccessStatus } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { EVERYWHERE, type TrialRule, judgedEach, shows } from '../../rule.js';

/**
 * A surface refuses a call with an unknown argument name. It must not drop the argument and call the operation without
 * it.
 */
export const argumentsChecked: TrialRule = {
  id: 'conformance/arguments-checked',
  severity: 'must',
  statement:
    'A command line, and a tool whose inputSchema allows no further arguments, refuse a call with an unknown argument or without a path parameter. They send no request for such a call.',
  details: [
    'A tool whose inputSchema does not allow null for an optional parameter reports no success for a call with null.',
    'A tool whose inputSchema allows no further arguments does not decode a body that is a string of JSON.',
    'If a command has words that confirm a call (`confirm` in the configuration), a call without these words and without a terminal sends no request and reports no success.',
    'Other kinds of surfaces may ignore unknown arguments.',
    'A base URL in a flag takes precedence over a base URL in the environment.',
  ],
  source:
    'MCP 2025-11-25, Tools, Security Considerations: servers MUST validate all tool inputs; POSIX Utility Syntax: an unknown option is an error; the help of the program: a flag applies to one call, a variable to many',
  repair:
    'Before the request is built, compare the arguments of a call with those of its operation. Read the base URL from the environment variable only if the flag for the base URL is not given.',
  backends: EVERYWHERE,
  reads: 'call',
  misuse: 'only',
  check: (trial, context) => {
    const { misuse } = trial.case;
    if (misuse === 'other-url-variable') return judgedEach(trial, flagIgnored);
    if (misuse === 'unconfirmed') return judgedEach(trial, unconfirmed);
    if (misuse === 'json-text') return judgedEach(trial, (observation) => decoded(observation, trial.operation));
    if (!isOfArguments(misuse)) return undefined;
    return trial.observations
      .filter(
        (observation) =>
          (misuse !== 'null-argument' && !shows(context, observation.surface, 'schemas')) ||
          isRefused(observation, misuse),
      )
      .filter((observation) => (misuse === 'null-argument' ? isDone(observation) : isMade(observation)))
      .map(({ surface, exchanges: [first], outcome }) => ({
        surface,
        pointer: placeOf(misuse, trial.operation),
        // A program that ignores unknown words usually ignores unknown flags too, which is one cause.
        kind: `${misuse === 'word-argument' ? 'unknown-argument' : misuse}-accepted`,
        message: `The surface made a call ${WORDS[misuse]}.`,
        expected: EXPECTED[misuse],
        received: first === undefined ? outcome.kind : `${first.request.method} ${first.request.target}`,
        blame: 'surface',
        cause: '',
        place: trial.operation.id,
        ...(misuse === 'null-argument' && { repair: NULL_REPAIR }),
      }));
  },
};

/**
 * Judges a call with two base URLs: a flag has the URL of the service, and an environment variable has a URL at which
 * nothing listens. A surface that sends no request ignored the flag.
 */
function flagIgnored({
  surface,
  exchanges,
  outcome,
  case: { operation },
}: Observation): readonly Violation[] | undefined {
  if (outcome.kind === 'inexpressible' || outcome.kind === 'refused') return undefined;
  if (exchanges.length > 0) return [];
  return [
    {
      surface,
      pointer: '/arguments',
      kind: 'flag-ignored',
      message: 'The surface ignores the base URL in its flag if an environment variable has a different base URL.',
      expected: 'a request to the base URL in the flag',
      received: 'no request',
      blame: 'surface',
      cause: 'base URL',
      place: operation,
    },
  ];
}

/**
 * Judges a call of a command without its confirmation words, such as `--yes`, and without a terminal. The command must
 * fail and send no request.
 */
function unconfirmed({
  surface,
  exchanges,
  outcome,
  case: { operation },
}: Observation): readonly Violation[] | undefined {
  if (outcome.kind === 'inexpressible') return undefined;
  const [first] = exchanges;
  if (first === undefined && !isSuccess(outcome)) return [];
  const done = first === undefined ? 'reported a success' : 'sent the request';
  return [
    {
      surface,
      pointer: '/arguments',
      kind: first === undefined ? 'unconfirmed-success' : 'unconfirmed-accepted',
      message: `The command ${done} without the words that confirm the call (\`confirm\` in the configuration), although it had no terminal on which to ask.`,
      expected: 'a failure, and no request',
      received: first === undefined ? outcome.kind : `${first.request.method} ${first.request.target}`,
      blame: 'surface',
      cause: 'confirmation',
      place: operation,
      repair:
        'End the command with a failure before the request is sent, if the call is not confirmed and standard input is not a terminal.',
    },
  ];
}

/**
 * Judges a call with a string of JSON, such as `'{"name": "a"}'`, in place of the body. Neither the contract nor the
 * inputSchema of the tool permits a string. The surface must not decode it. If the surface sends the string unchanged,
 * the service may refuse it.
 */
function decoded(observation: Observation, { id }: Operation): readonly Violation[] | undefined {
  const { surface, outcome, exchanges } = observation;
  if (outcome.kind === 'inexpressible') return undefined;
  const [first] = exchanges;
  if (!isRefused(observation, 'json-text')) return [];
  if (first === undefined || !isDone(observation) || !isContainer(parseJson(first.request.body))) return [];
  return [
    {
      surface,
      pointer: '/body',
      kind: 'json-text-decoded',
      message: 'The surface decoded a body that was a string of JSON, and sent the decoded value.',
      expected: 'a refusal, or a request with the string',
      received: `${first.request.method} ${first.request.target}`,
      blame: 'surface',
      cause: '',
      place: id,
      repair:
        'Validate the arguments of a call as they arrive, and write the body as JSON whatever its type is. If callers may send a string of JSON, allow a string in the inputSchema.',
    },
  ];
}

function isContainer(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

function isMade({ outcome, exchanges }: Observation): boolean {
  return isSuccess(outcome) || exchanges.length > 0;
}

/**
 * Whether the call succeeded: the surface reports a success, and the service did not refuse the request. If the surface
 * reports a success for a refusal of the service, a different rule judges it.
 */
function isDone(observation: Observation): boolean {
  const status = replyOf(observation)?.status;
  return isSuccess(observation.outcome) && (status === undefined || isSuccessStatus(status));
}

function placeOf(misuse: OfArguments, operation: Operation): string {
  const argument = misuse === 'null-argument' ? optionalParameter(operation) : undefined;
  return argument === undefined ? '/arguments' : argumentPointer(argument);
}

function isSuccess({ kind }: Outcome): boolean {
  return kind === 'value' || kind === 'events';
}

type OfArguments = Extract<Misuse, `${string}-argument`>;

function isOfArguments(misuse: Misuse | undefined): misuse is OfArguments {
  return misuse?.endsWith('-argument') === true;
}

/**
 * What the surface should do with each kind of wrong argument, in words. A tool may send null as a text, which the
 * service then refuses. The tool must not drop the null.
 */
const EXPECTED: Readonly<Record<OfArguments, string>> = {
  'unknown-argument': 'a refusal before a request is sent',
  'word-argument': 'a refusal before a request is sent',
  'missing-argument': 'a refusal before a request is sent',
  'null-argument': 'a refusal',
};

const NULL_REPAIR =
  'Refuse null where the inputSchema of the tool does not allow it. If callers may write null for an omitted argument, allow null in the inputSchema.';

const WORDS: Readonly<Record<OfArguments, string>> = {
  'unknown-argument': 'with an argument that the operation does not have',
  'word-argument': 'with an argument that the operation does not have',
  'missing-argument': 'without a path parameter',
  'null-argument': 'with null as the value of an optional parameter',
};

const OF_TYPE = ['type', 'anyOf', 'oneOf', 'enum', 'const'];

/**
 * For each kind of wrong call: the keywords of an inputSchema that refuse it. If the call violates another keyword,
 * this has nothing to do with the wrong argument.
 */
const REFUSING: Readonly<Record<OfArguments | 'json-text', readonly string[]>> = {
  'unknown-argument': ['additionalProperties', 'unevaluatedProperties'],
  'word-argument': [],
  'missing-argument': ['required'],
  'null-argument': OF_TYPE,
  'json-text': OF_TYPE,
};

/**
 * Whether the inputSchema of the tool refuses the call. If it does not, the tool declares that it accepts the wrong
 * argument.
 */
function isRefused({ outcome }: Observation, misuse: keyof typeof REFUSING): boolean {
  const contradictions = 'native' in outcome ? (outcome.native?.contradictions ?? []) : [];
  return contradictions.some(({ of, keyword }) => of === 'arguments' && REFUSING[misuse].includes(keyword));
}
