import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const REJECTED: GivenTrial['expect'] = { kind: 'rejected', keyword: 'type', pointer: '/body' };
const BODY: Given = { rule: 'parity/same-request', kind: 'changed', pointer: '/body' };
const LABEL: Given = { rule: 'parity/same-request', kind: 'changed', pointer: '/header/content-type' };
const LIST: Given = { ...BODY, pointer: '/body/tags' };
const ELEMENT: Given = { ...BODY, pointer: '/body/tags/0', cause: '/body/tags/*' };
const BY_CLIENT: Given = {
  rule: 'conformance/valid-accepted',
  kind: 'refused-by-client',
  pointer: '/outcome',
  cause: 'makeThing',
};

describe('wrongly written bodies are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'wrongly written bodies are one finding, although objects and strings are changed in different ways',
      [{ violations: [{ ...BODY, kind: 'type-changed' }] }, { violations: [BODY], body: 'a', expect: REJECTED }],
      true,
    ],
    [
      'a wrongly written body is a separate finding from a wrongly written member',
      [{ violations: [{ ...BODY, kind: 'type-changed' }] }, { violations: [{ ...BODY, pointer: '/body/a' }] }],
      false,
    ],
    [
      'wrongly written bodies are one finding if some get a wrong media type and the others are refused',
      [{ violations: [LABEL] }, { violations: [BY_CLIENT] }],
      true,
    ],
    [
      'wrongly written bodies on two surfaces are two findings',
      [{ violations: [LABEL] }, { violations: [{ ...BY_CLIENT, surface: 'b' }] }],
      false,
    ],
    [
      'a list with changed elements and more elements is one finding',
      [{ violations: [ELEMENT] }, { violations: [{ ...LIST, kind: 'elements-added' }] }],
      true,
    ],
    [
      'a list with changed elements and fewer elements is one finding',
      [{ violations: [{ ...LIST, kind: 'elements-missing' }] }, { violations: [ELEMENT] }],
      true,
    ],
    [
      'a list with changed elements is a separate finding from another list with more elements',
      [{ violations: [ELEMENT] }, { violations: [{ ...LIST, kind: 'elements-added', pointer: '/body/tag' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});
