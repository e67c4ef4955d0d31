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
const DECODED: Given = { ...MEMBER, kind: 'mis-decoded' };
const PARTS: Given = { rule: 'conformance/fault-tolerated', kind: 'other-outcome', pointer: '/outcome' };
const UNKNOWN: GivenTrial['expect'] = { kind: 'accepted-or-absent' };

describe('the number of findings for a fault in code that reads or reports replies', () => {
  it.each<[string, readonly GivenTrial[], number]>([
    [
      'events of the service and scripted events are reported wrongly',
      [{ violations: [EVENTS] }, { violations: [PARSED] }],
      1,
    ],
    [
      'events are reported wrongly on two surfaces',
      [{ violations: [EVENTS] }, { violations: [{ ...PARSED, surface: 'b' }] }],
      2,
    ],
    ['events and the field retry are read wrongly', [{ violations: [PARSED] }, { violations: [RETRY] }], 1],
    [
      'events are read wrongly, and the header Retry-After is ignored',
      [{ violations: [PARSED] }, { violations: [{ ...RETRY, cause: 'retry-after' }] }],
      2,
    ],
    [
      'a success for an unknown id has an invalid body',
      [{ violations: [ABSENT] }, { violations: [BODY], expect: UNKNOWN }],
      1,
    ],
    ['successes for known ids also have an invalid body', [{ violations: [ABSENT] }, { violations: [BODY] }], 2],
    ['a reply status and a network fault are reported wrongly', [{ violations: [STATUS] }, { violations: [FAULT] }], 1],
    [
      'a reply status is reported wrongly, and a network fault crashes the surface',
      [{ violations: [STATUS] }, { violations: [{ ...FAULT, kind: 'crash' }] }],
      2,
    ],
    [
      'whole values and one member are changed',
      [{ violations: [WHOLE] }, { violations: [{ ...WHOLE, kind: 'value-became-null' }] }, { violations: [MEMBER] }],
      2,
    ],
    [
      'a member is changed, and an undocumented value crashes the surface',
      [{ violations: [MEMBER] }, { violations: [CRASH], unexpected: true }],
      1,
    ],
    [
      'a member is changed, and undocumented values are changed as a whole',
      [{ violations: [MEMBER] }, { violations: [WHOLE, { ...WHOLE, kind: 'type-changed' }], unexpected: true }],
      1,
    ],
    [
      'undocumented and documented values are changed as a whole',
      [{ violations: [{ ...WHOLE, kind: 'type-changed' }], unexpected: true }, { violations: [WHOLE] }],
      1,
    ],
    [
      'undocumented values are changed as a whole, separately from documented ones',
      [{ violations: [MEMBER, WHOLE] }, { violations: [WHOLE], unexpected: true }],
      2,
    ],
    [
      'texts are decoded wrongly, also if the parts of a reply end within characters',
      [{ violations: [DECODED] }, { violations: [PARTS], provenance: { kind: 'fault', name: 'trickle' } }],
      1,
    ],
    [
      'texts are decoded wrongly, and a late reply has a different outcome',
      [{ violations: [DECODED] }, { violations: [PARTS], provenance: { kind: 'fault', name: 'late' } }],
      2,
    ],
    [
      'a member is lost, and a reply in parts has a different outcome',
      [{ violations: [MEMBER] }, { violations: [PARTS], provenance: { kind: 'fault', name: 'trickle' } }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('a result that breaks its schema', () => {
  const SCHEMA: Given = { rule: 'conformance/own-schemas', kind: 'refused-by-output-schema', pointer: '/result/name' };

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'is evidence if each trial with it has a changed member',
      [{ violations: [MEMBER, SCHEMA] }, { violations: [MEMBER] }],
      1,
    ],
    [
      'is a finding if it also occurs without a changed member',
      [{ violations: [MEMBER, SCHEMA] }, { violations: [SCHEMA] }],
      2,
    ],
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
    ['that renames members', [{ violations: [MEMBER, LOST] }, { violations: [MEMBER] }], 1],
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
      'that changes a value, and breaks the schema at other values',
      [{ violations: [BROKEN, ECHO] }, { violations: [BROKEN] }, { violations: [ECHO] }],
      2,
    ],
    ['whose pages have an invalid cursor', [{ violations: [BROKEN] }, { violations: [PAGE] }], 1],
    ['that refuses pages, and breaks the schema of other replies', [{ violations: [BODY] }, { violations: [PAGE] }], 2],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});
