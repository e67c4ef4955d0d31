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

/** A trial with one violation. The body of the request contains `name`. */
const trial = (violation: Given, name = 'é'): GivenTrial => ({ violations: [violation], body: { name } });

describe('replies that are not encoded in UTF-8 are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['a reply that is not UTF-8 explains changed strings', [trial(ENCODED), trial(ECHO), trial(NOTE)], true],
    ['a reply that is not UTF-8 explains a JSON text that ends early', [trial(ENCODED), trial(CUT, '한')], true],
    [
      'a reply that is not UTF-8 does not explain broken JSON if no character of the request can break JSON',
      [trial(ENCODED), trial(CUT)],
      false,
    ],
    [
      'a reply that is not UTF-8 does not explain changed ASCII strings',
      [trial(ENCODED), trial({ ...ECHO, expected: 'a', received: 'b' })],
      false,
    ],
    [
      'a reply that is not UTF-8 does not explain a string that a surface changes',
      [trial(ENCODED), trial({ ...ECHO, blame: 'surface' })],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });

  it('a reply that is not UTF-8 is the only finding, with the changed strings as evidence', async () => {
    expect(await grouped([trial(ENCODED), trial(ECHO), trial(NOTE), trial(CUT, '한')])).toEqual([
      'a conformance/response-body /response/body +3',
    ]);
  });
});
