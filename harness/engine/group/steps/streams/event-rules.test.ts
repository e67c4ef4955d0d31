import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend' } as const;
const REPLY: Given = { ...BACKEND, rule: 'conformance/response-body', pointer: '/response/body/tags' };
const POINT = '#/components/schemas/Point/minItems';
const VALUE: Given = { ...REPLY, kind: 'minItems', pointer: '/response/body/point', cause: POINT };
const EVENT: Given = {
  ...BACKEND,
  rule: 'stream/event-schema',
  kind: 'minItems',
  pointer: '/response/events/data/point',
};

describe('invalid values in replies and events are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a reply value that breaks its schema forms one finding with events that break the same schema',
      [{ violations: [VALUE] }, { violations: [{ ...EVENT, cause: POINT }] }],
      true,
    ],
    [
      'a reply value that breaks its schema is a separate finding from events that break another schema',
      [{ violations: [VALUE] }, { violations: [{ ...EVENT, cause: `${POINT}2` }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const PARSED: Given = { rule: 'stream/parsed-alike', kind: 'event-changed', pointer: '/outcome/events', cause: '' };
const LOST: Given = { ...PARSED, kind: 'event-lost' };

function scripted(name: string, ...violations: readonly Given[]): GivenTrial {
  return { violations, provenance: { kind: 'stream', name } };
}

describe('streams of the harness that a surface parses wrongly are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], number]>([
    [
      'events of the minimal stream are lost, and those of another stream are changed',
      [scripted('lf', LOST), scripted('cut', PARSED)],
      1,
    ],
    [
      'events of a documented reply are lost, and those of a scripted stream changed',
      [{ violations: [LOST], provenance: { kind: 'response', name: '200 example whole' } }, scripted('cut', PARSED)],
      1,
    ],
    [
      'events of the service are lost in one call, and changed in another call',
      [
        { violations: [{ ...LOST, rule: 'parity/same-events' }] },
        { violations: [{ ...PARSED, rule: 'parity/same-events' }] },
      ],
      1,
    ],
    [
      'two surfaces report events of the service wrongly',
      [
        { violations: [{ ...LOST, rule: 'parity/same-events' }] },
        { violations: [{ ...PARSED, rule: 'parity/same-events', surface: 'b' }] },
      ],
      2,
    ],
    ['events of two unusual streams are wrong in two ways', [scripted('cr', LOST), scripted('mark', PARSED)], 2],
    [
      'two surfaces parse streams wrongly, one of them the minimal stream',
      [scripted('lf', LOST), scripted('cut', { ...PARSED, surface: 'b' })],
      2,
    ],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});

const RENAMED: Given = {
  ...PARSED,
  rule: 'parity/same-events',
  expected: { event: 'done', data: '{}' },
  received: { event: 'message', data: '{}' },
};
const UNENDED: Given = {
  rule: 'conformance/fault-tolerated',
  kind: 'timeout',
  pointer: '/outcome',
  cause: 'kept-after-end',
};

it.each<[string, Given, number, string?, string?]>([
  ['events with a wrong type', RENAMED, 1],
  ['lost events', { ...RENAMED, kind: 'event-lost', received: '(none)' }, 1],
  ['events with wrong data', { ...RENAMED, received: { event: 'done', data: '[]' } }, 2],
  ['repeated events', { ...RENAMED, kind: 'event-repeated' }, 2],
  ['events with a wrong type on another surface', { ...RENAMED, surface: 'b' }, 2],
  ['events of another operation with a wrong type', RENAMED, 2, 'orderThing'],
  ['events with a wrong type, and a slow stream is not tolerated', RENAMED, 2, 'makeThing', 'long-stream'],
])(
  'a stream that a surface does not end at the terminal event, and %s (findings: $2)',
  async (_, events, want, operation = 'makeThing', name = 'kept-after-end') => {
    const open = { violations: [{ ...UNENDED, cause: name }], provenance: { kind: 'fault', name } } as const;
    expect(await grouped([{ violations: [events], operation }, open])).toHaveLength(want);
  },
);
