import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const CALL = { pointer: '/outcome', expected: 'a success', received: 'a timeout' } as const;
const IDLE: Given = { ...CALL, rule: 'conformance/fault-tolerated', kind: 'timeout', cause: 'idle-kept' };
const NEXT: Given = { ...CALL, rule: 'conformance/recovers', kind: 'next-call-fails', cause: '' };

describe('failures of a surface whose time limit begins only once are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], number]>([
    [
      'a call after an idle time and a call after another fault time out',
      [{ violations: [NEXT] }, { violations: [IDLE] }],
      1,
    ],
    [
      'a call after an idle time times out, and a call after another fault crashes',
      [{ violations: [{ ...NEXT, received: 'a crash' }] }, { violations: [IDLE] }],
      2,
    ],
    [
      'a slow call and a call after another fault time out',
      [{ violations: [NEXT] }, { violations: [{ ...IDLE, cause: 'slow' }] }],
      2,
    ],
    ['the calls of two surfaces time out', [{ violations: [{ ...NEXT, surface: 'b' }] }, { violations: [IDLE] }], 2],
  ])('%s (findings: $2)', async (_, trials, want) => {
    expect(await grouped(trials)).toHaveLength(want);
  });
});
