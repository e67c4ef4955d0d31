import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import type { Contradiction, NativeSignal, Outcome } from '../../../surfaces/outcome.js';
import { FAITHFUL, type Steps, withOutcome } from '../surface.js';
import { TOKEN } from '../notes-service.js';
import { type Faulty, beyond, fault, without } from './faulty.js';

/** Changes the outcome of a call if its reply had this status. */
function whereAnswered(status: number, change: (outcome: Outcome) => Outcome): Steps {
  return withOutcome((outcome) => ('status' in outcome && outcome.status === status ? change(outcome) : outcome));
}

function withNative(native: NativeSignal): (outcome: Outcome) => Outcome {
  return (outcome) => (outcome.kind === 'problem' ? { ...outcome, native: { ...outcome.native, ...native } } : outcome);
}

function withValue(change: (value: JsonObject) => Json): Steps {
  return withOutcome((outcome) =>
    outcome.kind === 'value' && isJsonObject(outcome.value) ? { ...outcome, value: change(outcome.value) } : outcome,
  );
}

function withNotes(change: (notes: readonly Json[]) => readonly Json[]): Steps {
  return withValue((value) => (Array.isArray(value['notes']) ? { ...value, notes: change(value['notes']) } : value));
}

function withProblem(change: (problem: JsonObject) => Json): Steps {
  return withOutcome((outcome) =>
    outcome.kind === 'problem' && isJsonObject(outcome.problem)
      ? { ...outcome, problem: change(outcome.problem) }
      : outcome,
  );
}

const ENDINGS: readonly Faulty[] = [
  fault('conformance/outcome', 'an empty list causes a crash', 'crash', '/outcome', {
    surface: withOutcome((outcome, { input }) => {
      const tags = input.query?.['tag'];
      if (Array.isArray(tags) && tags.length === 0) throw new TypeError('no first element');
      return outcome;
    }),
  }),
  fault('conformance/outcome', 'a call never ends if the note has a certain weight', 'timeout', '/outcome', {
    surface: {
      ...FAITHFUL,
      read: (reply, call) => {
        const { body } = call.input;
        return isJsonObject(body) && body['weight'] === 1000
          ? new Promise(() => undefined)
          : FAITHFUL.read(reply, call);
      },
    },
    timeoutMs: 700,
  }),
];

const STATUSES: readonly Faulty[] = [
  fault('parity/same-status', 'a 404 is reported as a success', 'failure-reported-as-success', '/outcome/status', {
    surface: whereAnswered(404, () => ({ kind: 'value', native: { exitCode: 0 } })),
  }),
  fault('parity/same-status', 'a deletion is reported as a failure', 'success-reported-as-failure', '/outcome/status', {
    surface: whereAnswered(204, () => ({ kind: 'problem' })),
  }),
  fault(
    'parity/same-status',
    'a failure is reported as a refusal before sending',
    'failure-reported-as-refusal',
    '/outcome/status',
    {
      surface: whereAnswered(422, () => ({ kind: 'refused', by: 'client', reason: 'invalid' })),
    },
  ),
  fault('parity/same-status', 'every success is reported as 200', 'other-status', '/outcome/status', {
    surface: withOutcome((outcome) => (outcome.kind === 'value' ? { ...outcome, status: 200 } : outcome)),
  }),
  fault('parity/same-status', 'every failure ends with exit code 1', 'other-exit-code', '/outcome/status', {
    surface: withOutcome(withNative({ exitCode: 1 })),
  }),
  fault('parity/same-status', 'the error for invalid input is thrown after a 404', 'other-error', '/outcome/status', {
    surface: whereAnswered(404, withNative({ error: 'InvalidInputError' })),
  }),
  fault('parity/same-status', 'the error for a missing reply is thrown after a 404', 'other-error', '/outcome/status', {
    surface: whereAnswered(404, withNative({ error: 'TransportError' })),
  }),
  fault('parity/same-status', 'a failed tool call has isError false', 'other-is-error', '/outcome/status', {
    surface: withOutcome(withNative({ isError: false })),
  }),
];

function rounded(note: JsonObject): JsonObject {
  return typeof note['weight'] === 'number' ? { ...note, weight: Math.floor(note['weight']) } : note;
}

const VALUES: readonly Faulty[] = [
  fault('parity/same-value', 'nulls are omitted', 'null-became-omitted', '/outcome/value/text', {
    surface: withValue((value) => (value['text'] === null ? without(value, 'text') : value)),
  }),
  fault('parity/same-value', 'falsy values are omitted', 'empty-became-omitted', /^\/outcome\/value\//, {
    surface: withValue((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => Boolean(member)))),
  }),
  fault('parity/same-value', 'a member is always omitted', 'missing', '/outcome/value/text', {
    surface: withValue((value) => without(value, 'text')),
  }),
  fault('parity/same-value', 'the reply is read as Latin-1', 'mis-decoded', /^\/outcome\/value\//, {
    surface: withValue((value) => JSON.parse(Buffer.from(JSON.stringify(value)).toString('latin1')) as Json),
  }),
  fault('parity/same-value', 'names of members are returned in camel case', 'renamed', '/outcome/value/made_at', {
    surface: withValue((value) =>
      value['made_at'] === undefined ? value : { ...without(value, 'made_at'), madeAt: value['made_at'] },
    ),
  }),
  fault('parity/same-value', 'a list loses its first element', 'elements-missing', '/outcome/value/notes', {
    surface: withNotes((notes) => notes.slice(1)),
  }),
  fault('parity/same-value', 'elements of a list are returned as empty objects', 'changed', '/outcome/value/notes/0', {
    surface: withNotes((notes) => notes.map(() => ({}))),
  }),
  fault('parity/same-value', 'a number is rounded, in notes and in lists', 'changed', /\/weight$/, {
    surface: withValue((value) => ({
      ...rounded(value),
      ...(Array.isArray(value['notes']) && {
        notes: value['notes'].map((note: Json) => (isJsonObject(note) ? rounded(note) : note)),
      }),
    })),
  }),
  fault('parity/same-value', 'the value is wrapped in an envelope', 'wrapped', '/outcome/value', {
    surface: withValue((value) => ({ data: value })),
  }),
  beyond(
    'null-for-nothing',
    fault('parity/same-value', 'an empty object is returned for an empty reply', 'unexpected', '/outcome/value', {
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' && outcome.value === undefined ? { ...outcome, value: {} } : outcome,
      ),
    }),
  ),
  beyond(
    'prose-for-nothing',
    fault('parity/same-value', 'a command prints a text for an empty reply', 'unexpected', '/outcome/value', {
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' && outcome.value === undefined
          ? { ...outcome, value: 'Done.', native: { exitCode: 0 } }
          : outcome,
      ),
    }),
  ),
  beyond(
    'instant-spelling',
    fault('parity/same-value', 'a time is returned without its fraction', 'changed', '/outcome/value/due_at', {
      surface: withValue((value) => JSON.parse(JSON.stringify(value).replace(/("due_at":"[^"]*)\.\d+/g, '$1')) as Json),
    }),
  ),
  fault('parity/same-value', 'the value is lost', 'missing', '/outcome/value', {
    surface: withOutcome((outcome) => (outcome.kind === 'value' ? { kind: 'value' } : outcome)),
  }),
];

const PROBLEMS: readonly Faulty[] = [
  fault('parity/same-headers', 'errors lack the headers of the reply', 'header-missing', '/outcome/headers/x-trace', {
    surface: withOutcome(withNative({ headers: {} })),
  }),
  fault('parity/same-rejection', 'the problem document is lost', 'missing', '/outcome/problem', {
    surface: withOutcome((outcome) => (outcome.kind === 'problem' ? { kind: 'problem' } : outcome)),
  }),
  fault('parity/same-rejection', 'the title is rewritten', 'changed', '/outcome/problem/title', {
    surface: withProblem((problem) => ({ ...problem, title: 'Something went wrong.' })),
  }),
  fault('parity/same-rejection', 'the errors are omitted', 'missing', '/outcome/problem/errors', {
    surface: withProblem((problem) => without(problem, 'errors')),
  }),
  fault('parity/same-rejection', 'a card does not list an error', 'not-listed', '/outcome/problem/errors/0', {
    surface: withOutcome((outcome) =>
      outcome.kind === 'problem' && isJsonObject(outcome.problem) && Array.isArray(outcome.problem['errors'])
        ? { ...outcome, native: { ...outcome.native, unlisted: ['/errors/0'] } }
        : outcome,
    ),
  }),
  fault('parity/same-rejection', 'the problem is replaced by a message', 'changed', '/outcome/problem', {
    surface: withProblem(({ title }) => ({ message: title ?? '' })),
  }),
];

function withContradiction(contradiction: Contradiction): Steps {
  return withOutcome((outcome) =>
    outcome.kind === 'value' && isJsonObject(outcome.value) && outcome.value['notes'] === undefined
      ? { ...outcome, native: { ...outcome.native, contradictions: [contradiction] } }
      : outcome,
  );
}

const DECLARATIONS: readonly Faulty[] = [
  fault(
    'conformance/own-schemas',
    'the output schema of a tool lacks a member of a note',
    'refused-by-output-schema',
    '/result',
    {
      surface: withContradiction({
        of: 'result',
        pointer: '',
        keyword: 'additionalProperties',
        at: '/additionalProperties',
      }),
    },
  ),
  fault(
    'conformance/own-schemas',
    'the input schema of a tool requires an optional parameter',
    'refused-by-input-schema',
    '/arguments',
    {
      surface: withContradiction({ of: 'arguments', pointer: '', keyword: 'required', at: '/required/1' }),
    },
  ),
];

const RESULT_TEXTS: readonly Faulty[] = [
  fault('conformance/result-text', 'the text of a tool result lacks a member', 'text-different', '/result/content', {
    surface: withOutcome((outcome, { input }) =>
      outcome.kind === 'value' && input.path?.['note_id'] !== undefined
        ? { ...outcome, native: { ...outcome.native, text: 'different' } }
        : outcome,
    ),
  }),
  fault('conformance/result-text', 'the text of a tool result is in a code block', 'text-packed', '/result/content', {
    surface: withOutcome((outcome) =>
      outcome.kind === 'value' && outcome.value !== undefined
        ? { ...outcome, native: { ...outcome.native, text: 'packed' } }
        : outcome,
    ),
  }),
];

const CREDENTIALS: readonly Faulty[] = [
  fault('conformance/credentials-kept', 'a problem quotes the token of the request', 'credentials-shown', '/outcome', {
    surface: withProblem((problem) =>
      problem['status'] === 404 ? { ...problem, request: `Bearer ${TOKEN}` } : problem,
    ),
  }),
];

const PAGES: readonly Faulty[] = [
  fault('conformance/shown-as-text', 'a card parses strings of a value as HTML', 'text-parsed', '/outcome', {
    surface: withOutcome((outcome, { input }) =>
      outcome.kind === 'value' && input.path?.['note_id'] !== undefined
        ? { ...outcome, native: { ...outcome.native, parsedMarkup: true } }
        : outcome,
    ),
  }),
];

export const OUTCOME_FAULTS: readonly Faulty[] = [
  ...ENDINGS,
  ...STATUSES,
  ...VALUES,
  ...PROBLEMS,
  ...DECLARATIONS,
  ...RESULT_TEXTS,
  ...CREDENTIALS,
  ...PAGES,
];
