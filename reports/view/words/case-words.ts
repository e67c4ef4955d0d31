import { NETWORK_FAULTS } from '../../../surfaces/network-faults.js';
import type { Case, CaseInput, Expectation, Follow, Misuse } from '../../../contract/case.js';
import { queryLabel } from '../../../contract/inputs/query-place.js';
import { TOKEN_WORDS } from '../../../rules/conformance/service/authentication-enforced.js';
import { gateDecisionRow } from '../../../rules/parity/gate-decisions.js';

/**
 * Describes a case for a reader who sees its input beside this text. Also states whether the report shortened the
 * input.
 */
export function inputWords(example: Case, cut: readonly string[] | undefined): string {
  const shortened = cut?.some((pointer) => pointer.startsWith('/counterexample')) === true;
  return `${caseWords(example)}${shortened ? ' (too long for a report: shortened here)' : ''}`;
}

/**
 * The calls of a sequence in order, with numbers. The last call is the case itself. Empty if the case is a single call.
 */
export function sequenceLines(example: Case): readonly string[] {
  if (example.sequence !== true) return [];
  const { setup = [], precedingCalls = [] } = example;
  const steps = precedingCalls.map((step) => stepText(step, precedingCalls));
  const calls = [...setup.map(({ operation, input }) => `${operation}${givenText(input)}`), ...steps];
  const { expect } = example;
  // If the call itself may have any reply, its expectation states nothing. Only the finding states what the earlier
  // calls require of it.
  const promise = expect.kind === 'answered' ? '' : `, which by the contract ${expectationWords(expect)}`;
  const last = stepText(example, precedingCalls, promise);
  return shownSteps([...calls, last].map((call, index) => `${index + 1}. ${call}`));
}

/**
 * Describes one call of a sequence. `promise` is a clause about the reply that the contract requires. It stands after
 * the call itself, and before the clauses that state which values come from earlier replies.
 */
function stepText(step: Case, steps: readonly Case[], promise = ''): string {
  const call = `${step.operation}${onSurface(step)}${inLane(step)}${givenText(step.input)}${promise}`;
  const fed = fedWords(step, steps).join(' ');
  const calls = promise === '' ? [[call, fed].filter(Boolean).join(' ')] : [call, fed.replace(/^and /, '')];
  return [...calls.filter(Boolean), ...wayWords(step)].join('; ');
}

function givenText(input: CaseInput): string {
  const text = inputText(input);
  return text === '{}' ? '' : ` ${text}`;
}

/** Describes a case in one sentence: which reply is expected, and how its call differs from an ordinary call. */
function caseWords(example: Case): string {
  const before = example.setup?.map(({ operation, input }) => `after ${operation} with ${inputText(input)}`) ?? [];
  const after = example.sequence === true ? stepWords(example) : precedingWords(example);
  const replies = [scriptWords(example), replyWords(example)].filter((words) => words !== '');
  const departures = [...replies, ...before, ...after, ...wayWords(example)];
  // The harness itself answers these cases, so nothing is expected of a service.
  const isScripted = example.reply !== undefined || example.provenance.kind === 'fault';
  const promise = isScripted ? '' : `, which by the contract ${expectationWords(example.expect)}`;
  return [`${example.operation}${promise}`, ...departures].join('; ');
}

/** Clauses that state how the call of a case differs from an ordinary call. */
function wayWords(example: Case): readonly string[] {
  const ways = [rawWords(example), misuseWords(example), tokenWords(example), gateWords(example), bodyWords(example)];
  return ways.filter((words) => words !== '');
}

function precedingWords({ precedingCalls = [] }: Case): readonly string[] {
  return precedingCalls.map(
    ({ operation, input }) => `after the surface itself called ${operation} with ${inputText(input)}`,
  );
}

/**
 * The maximum number of steps that the description of a sequence lists. A longer sequence is described by its first and
 * last steps.
 */
const MAX_STEPS = 6;

/**
 * Describes the calls before the last call of a sequence, and states which values of later calls come from their
 * replies.
 */
function stepWords(example: Case): readonly string[] {
  const { precedingCalls = [] } = example;
  const steps = precedingCalls.map((step) =>
    [
      `after ${step.operation}${onSurface(step)}${inLane(step)} with ${inputText(step.input)}`,
      ...fedWords(step, precedingCalls),
    ].join(' '),
  );
  return [...shownSteps(steps), ...fedWords(example, precedingCalls)];
}

function shownSteps(steps: readonly string[]): readonly string[] {
  const hidden = steps.length - MAX_STEPS;
  if (hidden <= 0) return steps;
  return [...steps.slice(0, MAX_STEPS / 2), `${hidden} more calls`, ...steps.slice(-MAX_STEPS / 2)];
}

function inLane({ lane }: Case): string {
  return lane === undefined ? '' : ` (lane ${lane}, at the same time as the other lanes)`;
}

function followWords(follow: Follow): string {
  if (!('by' in follow)) return `with \`${queryLabel(follow)}\` from ${follow.pointer}`;
  if (follow.by === 'link') return 'with the query of the link to the next page';
  if (follow.by === 'last') return `with \`${queryLabel(follow)}\` from ${follow.id} of the last element`;
  return follow.by === 'page'
    ? `with the next \`${queryLabel(follow)}\``
    : `with the number of elements so far as \`${queryLabel(follow)}\``;
}

function onSurface({ surface }: Case): string {
  return surface === undefined ? '' : ` on ${surface}`;
}

function fedWords({ within = [], feeds = [], follow }: Case, steps: readonly Case[]): readonly string[] {
  const fed = [...within, ...feeds].map((feed) => {
    const { in: place, name, pointer, location, step } = feed;
    const source = steps.find(({ id }) => id === step)?.operation ?? step;
    if (place === 'header') return `with \`${name}: \` and the ETag of the reply to ${source}`;
    if (location !== undefined) return `with \`${name}\` from the \`Location\` of the reply to ${source}`;
    return `with \`${feed.at ?? queryLabel(feed)}\` from ${pointer} of the reply to ${source}`;
  });
  return follow === undefined ? fed : [...fed, `and ${followWords(follow)} for each further page`];
}

function inputText(input: CaseInput): string {
  return JSON.stringify(input).slice(0, 400);
}

/** Describes a case of a scripted stream (the name of its script) or of a network fault. */
function scriptWords({ provenance: { kind, name } }: Case): string {
  if (kind === 'fault') return `while the service ${NETWORK_FAULTS.get(name)?.words ?? `has the fault \`${name}\``}`;
  return kind === 'stream' ? `with the scripted stream \`${name}\`` : '';
}

/** Describes the scripted reply of a case. The body is left out, because the counterexample contains it. */
function replyWords({ reply, provenance }: Case): string {
  if (reply === undefined) return '';
  const kind = reply.fault === undefined ? 'documented' : 'undocumented';
  return `answered with a scripted ${kind} reply: \`${provenance.name}\`, status ${reply.status}`;
}

function tokenWords({ token }: Case): string {
  return token === 'configured' ? '' : `called ${TOKEN_WORDS[token]}`;
}

function rawWords({ raw }: Case): string {
  return raw === undefined || (raw.fault === 'token' && raw.headers === undefined)
    ? ''
    : `sent by the harness itself ${raw.words}`;
}

function misuseWords({ misuse }: Case): string {
  return misuse === undefined ? '' : MISUSE_WORDS[misuse];
}

const MISUSE_WORDS: Readonly<Record<Misuse, string>> = {
  'unknown-argument': 'with an additional argument that the operation does not have',
  'word-argument': 'with an additional word that belongs to no flag',
  'missing-argument': 'without an argument of the path',
  'null-argument': 'with null as the value of an optional parameter',
  'json-text': 'with a string of JSON as its body',
  'token-line-end': 'with a line break after the token in its environment variable',
  'other-url-variable': 'with its base URL in a flag, and a different base URL in the environment variable',
  unconfirmed: 'without its `confirm` words, and without a terminal',
  'closed-output': 'with a closed standard output, as after `| head`',
};

function gateWords(example: Case): string {
  const isUsual = example.gate === 'approved' && example.gateWay === undefined;
  return isUsual ? '' : `the human gate was ${gateDecisionRow(example).words}`;
}

/**
 * Describes how the body of a case is passed to the surface. A shrunk case has a `bodyWay` only if the fault depends on
 * it.
 */
function bodyWords({ bodyWay }: Case): string {
  if (bodyWay === undefined) return '';
  if (bodyWay === 'standard-input') return 'a command line reads the body from standard input (`--body-file -`)';
  return `a command line reads the body from a file (\`${bodyWay === 'file' ? '--body-file PATH' : '--body @PATH'}\`)`;
}

function expectationWords(expect: Expectation): string {
  switch (expect.kind) {
    case 'accepted':
      return 'must be accepted';
    case 'accepted-or-absent':
      return 'must be accepted, or answered 404 if the resource does not exist';
    case 'absent':
      return 'must be answered 404, because the resource does not exist';
    case 'rejected':
      return `must be rejected, because it breaks ${expect.keyword} at ${expect.pointer === '' ? 'its root' : expect.pointer}`;
    case 'unauthenticated':
      return 'must be answered with 401';
    case 'refused':
      return expect.status === undefined ? 'must be refused' : `must be answered with ${expect.status}`;
    case 'answered':
      return 'must be answered with a status below 500';
    case 'gated':
      return 'must send nothing';
    default:
      return expect satisfies never;
  }
}
