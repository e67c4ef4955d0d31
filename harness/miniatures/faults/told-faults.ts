import { type Json, type JsonObject, isJsonObject } from '../../../contract/json.js';
import type { NativeSignal } from '../../../surfaces/outcome.js';
import { FAITHFUL, type Steps, withOutcome } from '../surface.js';
import { type Faulty, fault, without } from './faulty.js';

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
  fault('conformance/outcome', 'it dies of an empty list', 'crash', '/outcome', { surface: withOutcome((outcome, { input }) => {
    if (Array.isArray(input.query?.['tag']) && input.query['tag'].length === 0) throw new TypeError('no first element');
    return outcome;
  }) }),
  fault('conformance/outcome', 'it never ends where a note is heavy', 'timeout', '/outcome', { surface: {
    ...FAITHFUL,
    read: (reply, call) => (isJsonObject(call.input.body) && call.input.body['weight'] === 1000 ? new Promise(() => undefined) : FAITHFUL.read(reply, call)),
  }, timeoutMs: 700 }),
];

const STATUSES: readonly Faulty[] = [
  fault('parity/same-status', 'what is not there is no failure', 'failure-told-as-success', '/outcome/status', { surface: withOutcome((outcome) => (outcome.kind === 'problem' && outcome.status === 404 ? { kind: 'value', native: { exitCode: 0 } } : outcome)) }),
  fault('parity/same-status', 'a deletion is told as a failure', 'success-told-as-failure', '/outcome/status', { surface: withOutcome((outcome) => (outcome.kind === 'value' && outcome.status === 204 ? { kind: 'problem' } : outcome)) }),
  fault('parity/same-status', 'a failure is told as a refusal, as if nothing had been sent', 'failure-told-as-refusal', '/outcome/status', { surface: withOutcome((outcome) => (outcome.kind === 'problem' && outcome.status === 422 ? { kind: 'refused', by: 'client', reason: 'invalid' } : outcome)) }),
  fault('parity/same-status', 'every success is 200', 'other-status', '/outcome/status', { surface: withOutcome((outcome) => (outcome.kind === 'value' ? { ...outcome, status: 200 } : outcome)) }),
  fault('parity/same-status', 'every failure ends with exit code 1', 'other-exit-code', '/outcome/status', { surface: withNative((status) => status >= 400, { exitCode: 1 }) }),
  fault('parity/same-status', 'what is not there throws as invalid', 'other-error', '/outcome/status', { surface: withNative((status) => status === 404, { error: 'InvalidInputError' }) }),
  fault('parity/same-status', 'an answer throws as if none had come', 'other-error', '/outcome/status', { surface: withNative((status) => status === 404, { error: 'TransportError' }) }),
  fault('parity/same-status', 'a tool that failed says that it did not', 'other-is-error', '/outcome/status', { surface: withNative((status) => status >= 400, { isError: false }) }),
];

const VALUES: readonly Faulty[] = [
  fault('parity/same-value', 'nulls are left out', 'null-became-omitted', '/outcome/value/text', { surface: withValue((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null || value['next'] === null))) }),
  fault('parity/same-value', 'names are shown in camel case', 'renamed', '/outcome/value/made_at', { surface: withValue(({ made_at: madeAt, ...value }) => ({ ...value, ...(madeAt !== undefined && { madeAt }) })) }),
  fault('parity/same-value', 'a list is cut', 'elements-missing', '/outcome/value/notes', { surface: withValue((value) => ({ ...value, ...(Array.isArray(value['notes']) && { notes: value['notes'].slice(1) }) })) }),
  fault('parity/same-value', 'a list is emptied of its values', 'changed', '/outcome/value/notes/0', { surface: withValue((value) => ({ ...value, ...(Array.isArray(value['notes']) && { notes: value['notes'].map(() => ({})) }) })) }),
  fault('parity/same-value', 'the value is put into an envelope', 'wrapped', '/outcome/value', { surface: withValue((value) => ({ data: value })) }),
  fault('parity/same-value', 'the value is lost', 'missing', '/outcome/value', { surface: withOutcome((outcome) => {
    if (outcome.kind !== 'value' || outcome.status === undefined) return outcome;
    return { kind: 'value', status: outcome.status };
  }) }),
];

const PROBLEMS: readonly Faulty[] = [
  fault('parity/same-rejection', 'the problem is lost', 'missing', '/outcome/problem', { surface: withProblem(() => undefined) }),
  fault('parity/same-rejection', 'the title is rewritten', 'changed', '/outcome/problem/title', { surface: withProblem((problem) => ({ ...problem, title: 'Something went wrong.' })) }),
  fault('parity/same-rejection', 'the errors are left out', 'missing', '/outcome/problem/errors', { surface: withProblem((problem) => without(problem, 'errors')) }),
  fault('parity/same-rejection', 'the problem is told in other words', 'changed', '/outcome/problem', { surface: withProblem(({ title }) => ({ message: title ?? '' })) }),
];

export const TOLD_FAULTS: readonly Faulty[] = [...ENDINGS, ...STATUSES, ...VALUES, ...PROBLEMS];
