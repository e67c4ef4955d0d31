import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend' } as const;
const ECHO: Given = { ...BACKEND, rule: 'state/echo', pointer: '/response/body/tags/0', cause: 'tags' };
const REPLY: Given = { ...BACKEND, rule: 'conformance/response-body', pointer: '/response/body/tags' };

/** `true`: one finding. */
describe('a changed element of a list', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'explains equal elements in a list of unique ones',
      [{ violations: [{ ...REPLY, kind: 'uniqueItems' }, ECHO] }, { violations: [ECHO] }],
      true,
    ],
    [
      'explains no equal elements in another list',
      [{ violations: [{ ...REPLY, kind: 'uniqueItems' }] }, { violations: [ECHO] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});
