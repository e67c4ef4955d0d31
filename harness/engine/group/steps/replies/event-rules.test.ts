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
