import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const TOLERATED: Given = { rule: 'conformance/fault-tolerated', kind: 'problem', pointer: '/outcome' };
const API = 'a problem: ApiError';
const CHUNKED: Given = { ...TOLERATED, cause: 'chunked', received: API };
const SLOW: Given = {
  ...TOLERATED,
  kind: 'crash',
  cause: 'slow',
  received: 'a crash: TransportError: the reply ended 127 bytes early',
};
const CUT: Given = {
  rule: 'conformance/fault-reported',
  kind: 'other-error',
  pointer: '/outcome',
  cause: 'no-reply',
  received: API,
};
const LARGE: Given = {
  rule: 'conformance/outcome',
  kind: 'crash',
  pointer: '/outcome',
  cause: 'TransportError',
  received: 'crash: the reply ended 70000 bytes early',
};

function given(...violations: readonly Given[]): readonly GivenTrial[] {
  return violations.map((violation) => ({
    violations: [violation],
    provenance: { kind: 'fault', name: violation === CUT || violation.rule === CUT.rule ? 'cut-chunks' : 'chunked' },
  }));
}

it.each<[string, readonly GivenTrial[], number]>([
  ['a surface fails at all forms of replies in parts', given(CUT, CHUNKED, SLOW, LARGE), 1],
  ['a surface fails at replies in chunks and at slow replies', given(CHUNKED, SLOW), 1],
  [
    'slow replies exceed the time limit, and the surface fails at replies in chunks',
    given(CHUNKED, { ...SLOW, kind: 'timeout' }),
    2,
  ],
  [
    'the surface reports another error for a reply without its last chunk',
    given(CHUNKED, { ...CUT, received: 'a problem: Other' }),
    2,
  ],
  [
    'a usual reply crashes the surface with another message',
    given(SLOW, { ...LARGE, received: 'crash: no memory' }),
    2,
  ],
  ['one surface fails at replies in chunks, and another at slow replies', given(CHUNKED, { ...SLOW, surface: 'b' }), 2],
])('failures at replies that arrive in parts are grouped into findings: %s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
