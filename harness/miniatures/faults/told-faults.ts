import { type Json, type JsonObject, isJsonObject } from '../../../contract/json.js';
import type { NativeSignal } from '../../../surfaces/outcome.js';
import { FAITHFUL, type Steps, withOutcome } from '../surface.js';
import { type Faulty, bySurface, without } from './faulty.js';

function withProblem(change: (problem: JsonObject) => Json | undefined): Steps {
  return withOutcome((outcome) => {
    if (outcome.kind !== 'problem' || !isJsonObject(outcome.problem)) return outcome;
    const { problem, ...rest } = outcome;
    const changed = change(problem);
    return { ...rest, ...(changed !== undefined && { problem: changed }) };
  });
}

function withValue(change: (value: JsonObject) => Json): Steps {
  return withOutcome((outcome) => (outcome.kind === 'value' && isJsonObject(outcome.value) ? { ...outcome, value: change(outcome.value) } : outcome));
}

function withNative(applies: (status: number) => boolean, native: NativeSignal): Steps {
  return withOutcome((outcome) => ((outcome.kind === 'problem' || outcome.kind === 'value') && applies(outcome.status ?? 0) ? { ...outcome, native: { ...outcome.native, ...native } } : outcome));
}

const ENDINGS: readonly Faulty[] = [
  bySurface('conformance/outcome', 'it dies of an empty list', 'crash', '/outcome', withOutcome((outcome, { input }) => {
    if (Array.isArray(input.query?.['tag']) && input.query['tag'].length === 0) throw new TypeError('no first element');
    return outcome;
  })),
  bySurface('conformance/outcome', 'it never ends where a note is heavy', 'timeout', '/outcome', {
    ...FAITHFUL,
    read: (reply, call) => (isJsonObject(call.input.body) && call.input.body['weight'] === 1000 ? new Promise(() => undefined) : FAITHFUL.read(reply, call)),
  }, 700),
];

const STATUSES: readonly Faulty[] = [
  bySurface('parity/same-status', 'what is not there is no failure', 'failure-told-as-success', '/outcome/status', withOutcome((outcome) => (outcome.kind === 'problem' && outcome.status === 404 ? { kind: 'value', native: { exitCode: 0 } } : outcome))),
  bySurface('parity/same-status', 'a deletion is told as a failure', 'success-told-as-failure', '/outcome/status', withOutcome((outcome) => (outcome.kind === 'value' && outcome.status === 204 ? { kind: 'problem' } : outcome))),
  bySurface('parity/same-status', 'a failure is told as a refusal, as if nothing had been sent', 'failure-told-as-refusal', '/outcome/status', withOutcome((outcome) => (outcome.kind === 'problem' && outcome.status === 422 ? { kind: 'refused', by: 'client', reason: 'invalid' } : outcome))),
  bySurface('parity/same-status', 'every success is 200', 'other-status', '/outcome/status', withOutcome((outcome) => (outcome.kind === 'value' ? { ...outcome, status: 200 } : outcome))),
  bySurface('parity/same-status', 'every failure ends with exit code 1', 'other-exit-code', '/outcome/status', withNative((status) => status >= 400, { exitCode: 1 })),
  bySurface('parity/same-status', 'what is not there throws as invalid', 'other-error', '/outcome/status', withNative((status) => status === 404, { error: 'InvalidInputError' })),
  bySurface('parity/same-status', 'an answer throws as if none had come', 'other-error', '/outcome/status', withNative((status) => status === 404, { error: 'TransportError' })),
  bySurface('parity/same-status', 'a tool that failed says that it did not', 'other-is-error', '/outcome/status', withNative((status) => status >= 400, { isError: false })),
];

const VALUES: readonly Faulty[] = [
  bySurface('parity/same-value', 'nulls are left out', 'null-became-omitted', '/outcome/value/text', withValue((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null || value['next'] === null)))),
  bySurface('parity/same-value', 'names are shown in camel case', 'renamed', '/outcome/value/made_at', withValue(({ made_at: madeAt, ...value }) => ({ ...value, ...(madeAt !== undefined && { madeAt }) }))),
  bySurface('parity/same-value', 'a list is cut', 'elements-missing', '/outcome/value/notes', withValue((value) => ({ ...value, ...(Array.isArray(value['notes']) && { notes: value['notes'].slice(1) }) }))),
  bySurface('parity/same-value', 'a list is emptied of its values', 'changed', '/outcome/value/notes/0', withValue((value) => ({ ...value, ...(Array.isArray(value['notes']) && { notes: value['notes'].map(() => ({})) }) }))),
  bySurface('parity/same-value', 'the value is put into an envelope', 'wrapped', '/outcome/value', withValue((value) => ({ data: value }))),
  bySurface('parity/same-value', 'the value is lost', 'missing', '/outcome/value', withOutcome((outcome) => {
    if (outcome.kind !== 'value' || outcome.status === undefined) return outcome;
    return { kind: 'value', status: outcome.status };
  })),
];

const PROBLEMS: readonly Faulty[] = [
  bySurface('parity/same-rejection', 'the problem is lost', 'missing', '/outcome/problem', withProblem(() => undefined)),
  bySurface('parity/same-rejection', 'the title is rewritten', 'changed', '/outcome/problem/title', withProblem((problem) => ({ ...problem, title: 'Something went wrong.' }))),
  bySurface('parity/same-rejection', 'the errors are left out', 'missing', '/outcome/problem/errors', withProblem((problem) => without(problem, 'errors'))),
  bySurface('parity/same-rejection', 'the problem is told in other words', 'changed', '/outcome/problem', withProblem(({ title }) => ({ message: title ?? '' }))),
];

export const TOLD_FAULTS: readonly Faulty[] = [...ENDINGS, ...STATUSES, ...VALUES, ...PROBLEMS];
