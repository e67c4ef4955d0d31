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
const NO_TEXT = { kind: 'empty-became-omitted', expected: '' } as const;
const LOST_LIST: Given = { ...MEMBER, pointer: '/outcome/value/tags' };
const CRASH: Given = { rule: 'conformance/unexpected-reply', kind: 'crash', pointer: '/outcome' };
const DECODED: Given = { ...MEMBER, kind: 'mis-decoded' };
const PARTS: Given = { rule: 'conformance/fault-tolerated', kind: 'other-outcome', pointer: '/outcome' };
const UNKNOWN: GivenTrial['expect'] = { kind: 'accepted-or-absent' };

describe('faults in code that reads or reports replies are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], number]>([
    [
      'scripted events and events of the service that are reported wrongly are one finding',
      [{ violations: [EVENTS] }, { violations: [PARSED] }],
      1,
    ],
    [
      'events that two surfaces report wrongly are two findings',
      [{ violations: [EVENTS] }, { violations: [{ ...PARSED, surface: 'b' }] }],
      2,
    ],
    [
      'wrongly read events and a wrongly read `retry` field are one finding',
      [{ violations: [PARSED] }, { violations: [RETRY] }],
      1,
    ],
    [
      'wrongly read events and an ignored `Retry-After` header are two findings',
      [{ violations: [PARSED] }, { violations: [{ ...RETRY, cause: 'retry-after' }] }],
      2,
    ],
    [
      'an accepted unknown id and an invalid body in its reply are one finding',
      [{ violations: [ABSENT] }, { violations: [BODY], expect: UNKNOWN }],
      1,
    ],
    [
      'an accepted unknown id is a separate finding from invalid bodies if replies for known ids have them too',
      [{ violations: [ABSENT] }, { violations: [BODY] }],
      2,
    ],
    [
      'a wrongly reported status and a wrongly reported network fault are one finding',
      [{ violations: [STATUS] }, { violations: [FAULT] }],
      1,
    ],
    [
      'a wrongly reported status and a crash at a network fault are two findings',
      [{ violations: [STATUS] }, { violations: [{ ...FAULT, kind: 'crash' }] }],
      2,
    ],
    [
      'omitted empty texts, and a lost list that contains only empty texts, are one finding',
      [{ violations: [{ ...MEMBER, ...NO_TEXT }] }, { violations: [{ ...LOST_LIST, expected: ['', {}] }] }],
      1,
    ],
    [
      'omitted empty texts, and a lost list that contains a text, are two findings',
      [{ violations: [{ ...MEMBER, ...NO_TEXT }] }, { violations: [{ ...LOST_LIST, expected: ['', 'a'] }] }],
      2,
    ],
    [
      'changes of whole values and a change of one member are two findings',
      [{ violations: [WHOLE] }, { violations: [{ ...WHOLE, kind: 'value-became-null' }] }, { violations: [MEMBER] }],
      2,
    ],
    [
      'a changed member and a crash at an undocumented reply are one finding',
      [{ violations: [MEMBER] }, { violations: [CRASH], unexpected: true }],
      1,
    ],
    [
      'a changed member and changes of whole values of undocumented replies are one finding',
      [{ violations: [MEMBER] }, { violations: [WHOLE, { ...WHOLE, kind: 'type-changed' }], unexpected: true }],
      1,
    ],
    [
      'changes of whole values of documented and of undocumented replies are one finding',
      [{ violations: [{ ...WHOLE, kind: 'type-changed' }], unexpected: true }, { violations: [WHOLE] }],
      1,
    ],
    [
      'a changed member and the same change of whole values of documented and undocumented replies are two findings',
      [{ violations: [MEMBER, WHOLE] }, { violations: [WHOLE], unexpected: true }],
      2,
    ],
    [
      'wrongly decoded strings and a different outcome for a reply whose parts end within characters are one finding',
      [{ violations: [DECODED] }, { violations: [PARTS], provenance: { kind: 'fault', name: 'trickle' } }],
      1,
    ],
    [
      'wrongly decoded strings and a different outcome for a late reply are two findings',
      [{ violations: [DECODED] }, { violations: [PARTS], provenance: { kind: 'fault', name: 'late' } }],
      2,
    ],
    [
      'a lost member and a different outcome for a reply in parts are two findings',
      [{ violations: [MEMBER] }, { violations: [PARTS], provenance: { kind: 'fault', name: 'trickle' } }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('results that break their schema are grouped into findings', () => {
  const SCHEMA: Given = { rule: 'conformance/own-schemas', kind: 'refused-by-output-schema', pointer: '/result/name' };

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'a result that breaks its schema is evidence if each such trial has a changed member',
      [{ violations: [MEMBER, SCHEMA] }, { violations: [MEMBER] }],
      1,
    ],
    [
      'a result that breaks its schema is a separate finding if it also occurs without a changed member',
      [{ violations: [MEMBER, SCHEMA] }, { violations: [SCHEMA] }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('violations with one cause in a surface are grouped into findings', () => {
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
    ['a surface that repeats every request has one finding', [{ violations: [TWICE] }, { violations: [EARLY] }], 1],
    ['a surface that repeats some requests too early has one finding', [{ violations: [EARLY] }], 1],
    [
      'a surface that reads incomplete replies has one finding',
      [unusual(READ), unusual({ ...WHOLE, kind: 'unexpected' }), { violations: [SUCCESS] }],
      1,
    ],
    ['a surface that renames members has one finding', [{ violations: [MEMBER, LOST] }, { violations: [MEMBER] }], 1],
    [
      'a surface that adds nulls and renames members has two findings',
      [{ violations: [MEMBER, LOST] }, { violations: [LOST] }],
      2,
    ],
    ['a surface that ignores its gate has one finding', [{ violations: [GATE, MEMBER] }, { violations: [GATE] }], 1],
    [
      'a surface that ignores its gate and loses a member has two findings',
      [{ violations: [GATE, MEMBER] }, { violations: [MEMBER] }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

describe('violations with one cause in the service are grouped into findings', () => {
  const PLACE = '/response/body/size';
  const ECHO: Given = { rule: 'state/echo', blame: 'backend', pointer: PLACE, cause: 'makeThing size' };
  const BROKEN: Given = { ...BODY, pointer: PLACE, kind: 'pattern' };
  const PAGE: Given = { rule: 'state/pages', blame: 'backend', kind: 'page-refused', pointer: '/state/pages' };

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'a service that changes a value has one finding',
      [{ violations: [BROKEN, ECHO] }, { violations: [ECHO] }, { violations: [BROKEN], sequence: true }],
      1,
    ],
    [
      'a service that changes a value and breaks the schema at other values has two findings',
      [{ violations: [BROKEN, ECHO] }, { violations: [BROKEN] }, { violations: [ECHO] }],
      2,
    ],
    [
      'a service whose pages have an invalid cursor has one finding',
      [{ violations: [BROKEN] }, { violations: [PAGE] }],
      1,
    ],
    [
      'a service that refuses pages and breaks the schema of other replies has two findings',
      [{ violations: [BODY] }, { violations: [PAGE] }],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});
