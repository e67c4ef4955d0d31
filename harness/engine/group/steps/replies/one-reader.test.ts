import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const EVENTS: Given = { rule: 'parity/same-events', kind: 'event-changed', pointer: '/outcome/events', cause: '' };
const PARSED: Given = { ...EVENTS, rule: 'stream/parsed-alike', kind: 'event-lost' };
const RETRY: Given = { rule: 'conformance/retry-after', kind: 'too-early', pointer: '/request', cause: 'retry' };
const ABSENT: Given = {
  rule: 'conformance/invalid-rejected',
  blame: 'backend',
  kind: 'absent-accepted',
  pointer: '/path/id',
  status: 200,
};
const BODY: Given = { rule: 'conformance/response-body', blame: 'backend', kind: 'type', pointer: '/response/body' };
const STATUS: Given = { rule: 'parity/same-status', kind: 'other-status', pointer: '/outcome/status' };
const FAULT: Given = { rule: 'conformance/fault-reported', kind: 'other-status', pointer: '/outcome' };
const WHOLE: Given = { rule: 'parity/same-value', kind: 'unwrapped', pointer: '/outcome/value' };
const MEMBER: Given = { rule: 'parity/same-value', kind: 'missing', pointer: '/outcome/value/size' };
const CRASH: Given = { rule: 'conformance/unexpected-reply', kind: 'crash', pointer: '/outcome' };
const UNKNOWN: GivenTrial['expect'] = { kind: 'accepted-or-absent' };

describe('the number of findings for code that reads or reports replies', () => {
  it.each<[string, readonly GivenTrial[], number]>([
    ['reads events of a service and of scripts', [{ violations: [EVENTS] }, { violations: [PARSED] }], 1],
    ['reads events, on two surfaces', [{ violations: [EVENTS] }, { violations: [{ ...PARSED, surface: 'b' }] }], 2],
    ['reads all fields of a stream', [{ violations: [PARSED] }, { violations: [RETRY] }], 1],
    ['reads no header', [{ violations: [PARSED] }, { violations: [{ ...RETRY, cause: 'retry-after' }] }], 2],
    ['answers an unknown id', [{ violations: [ABSENT] }, { violations: [BODY], expect: UNKNOWN }], 1],
    ['answers known ids, too', [{ violations: [ABSENT] }, { violations: [BODY] }], 2],
    ['reports a status', [{ violations: [STATUS] }, { violations: [FAULT] }], 1],
    ['reports a crash and a status', [{ violations: [STATUS] }, { violations: [{ ...FAULT, kind: 'crash' }] }], 2],
    [
      'returns a value',
      [{ violations: [WHOLE] }, { violations: [{ ...WHOLE, kind: 'value-became-null' }] }, { violations: [MEMBER] }],
      2,
    ],
    ['fails for a value of another shape', [{ violations: [MEMBER] }, { violations: [CRASH], unexpected: true }], 1],
    [
      'changes a value of another shape',
      [{ violations: [MEMBER] }, { violations: [WHOLE, { ...WHOLE, kind: 'type-changed' }], unexpected: true }],
      1,
    ],
    [
      'changes whole values, first of another shape',
      [{ violations: [{ ...WHOLE, kind: 'type-changed' }], unexpected: true }, { violations: [WHOLE] }],
      1,
    ],
    [
      'changes only values of another shape',
      [{ violations: [MEMBER, WHOLE] }, { violations: [WHOLE], unexpected: true }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('a result that breaks its schema', () => {
  const SCHEMA: Given = { rule: 'conformance/own-schemas', kind: 'refused-by-output-schema', pointer: '/result/name' };

  it.each<[string, readonly GivenTrial[], number]>([
    ['only where a member is changed', [{ violations: [MEMBER, SCHEMA] }, { violations: [MEMBER] }], 1],
    ['also where no member is changed', [{ violations: [MEMBER, SCHEMA] }, { violations: [SCHEMA] }], 2],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('the number of findings for a surface', () => {
  const TWICE: Given = { rule: 'conformance/one-exchange', kind: 'repeated', pointer: '/request' };
  const EARLY: Given = {
    rule: 'conformance/retry-after',
    kind: 'too-early',
    pointer: '/request',
    cause: 'retry-after',
  };
  const READ: Given = {
    rule: 'conformance/unexpected-reply',
    kind: 'unreadable-reported-as-success',
    pointer: '/outcome',
  };
  const SUCCESS: Given = {
    rule: 'conformance/fault-reported',
    kind: 'failure-reported-as-success',
    pointer: '/outcome',
  };
  const LOST: Given = { ...MEMBER, kind: 'omitted-became-null', pointer: '/outcome/value/a_b' };
  const GATE: Given = { rule: 'parity/same-gate', kind: 'request-before-approval', pointer: '/gate' };
  const unusual = (violation: Given): GivenTrial => ({ violations: [violation], unexpected: true });

  it.each<[string, readonly GivenTrial[], number]>([
    ['that repeats every request', [{ violations: [TWICE] }, { violations: [EARLY] }], 1],
    ['that repeats some requests too early', [{ violations: [EARLY] }], 1],
    [
      'that reads incomplete replies',
      [unusual(READ), unusual({ ...WHOLE, kind: 'unexpected' }), { violations: [SUCCESS] }],
      1,
    ],
    ['that gives members other names', [{ violations: [MEMBER, LOST] }, { violations: [MEMBER] }], 1],
    ['that adds nulls', [{ violations: [MEMBER, LOST] }, { violations: [LOST] }], 2],
    ['that ignores its gate', [{ violations: [GATE, MEMBER] }, { violations: [GATE] }], 1],
    ['that ignores its gate and loses a member', [{ violations: [GATE, MEMBER] }, { violations: [MEMBER] }], 2],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('the number of findings for a service', () => {
  const PLACE = '/response/body/size';
  const ECHO: Given = { rule: 'state/echo', blame: 'backend', pointer: PLACE, cause: 'makeThing size' };
  const BROKEN: Given = { ...BODY, pointer: PLACE, kind: 'pattern' };
  const PAGE: Given = { rule: 'state/pages', blame: 'backend', kind: 'page-refused', pointer: '/state/pages' };

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'that changes a value',
      [{ violations: [BROKEN, ECHO] }, { violations: [ECHO] }, { violations: [BROKEN], sequence: true }],
      1,
    ],
    [
      'that changes a value and breaks others',
      [{ violations: [BROKEN, ECHO] }, { violations: [BROKEN] }, { violations: [ECHO] }],
      2,
    ],
    ['whose pages have a wrong cursor', [{ violations: [BROKEN] }, { violations: [PAGE] }], 1],
    ['that refuses pages and breaks others', [{ violations: [BODY] }, { violations: [PAGE] }], 2],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});
