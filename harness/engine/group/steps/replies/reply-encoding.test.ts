import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const BACKEND = { blame: 'backend' } as const;
const ENCODED: Given = {
  ...BACKEND,
  rule: 'conformance/response-body',
  kind: 'not-utf-8',
  pointer: '/response/body',
};
const CUT: Given = { ...ENCODED, kind: 'truncated', cause: 'cut' };
const ECHO: Given = { ...BACKEND, rule: 'state/echo', pointer: '/response/body/name', expected: 'ا', received: "'" };
const NOTE: Given = { ...ECHO, pointer: '/response/body/note' };

/** A trial with one violation. */
const trial = (violation: Given, name = 'é'): GivenTrial => ({ violations: [violation], body: { name } });

/** Last column: `true` if all violations become one finding. */
describe('a reply that is not UTF-8', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['changes texts', [trial(ENCODED), trial(ECHO), trial(NOTE)], true],
    ['ends a text early', [trial(ENCODED), trial(CUT, '한')], true],
    ['does not end a text whose characters keep their meaning', [trial(ENCODED), trial(CUT)], false],
    ['does not change ASCII', [trial(ENCODED), trial({ ...ECHO, expected: 'a', received: 'b' })], false],
    ['does not explain another owner', [trial(ENCODED), trial({ ...ECHO, blame: 'surface' })], false],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });

  it('is the only finding, with the changed texts as evidence', async () => {
    expect(await grouped([trial(ENCODED), trial(ECHO), trial(NOTE), trial(CUT, '한')])).toEqual([
      'a conformance/response-body /response/body +3',
    ]);
  });
});
