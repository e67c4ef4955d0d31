import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const WRONG: Given = { rule: 'parity/same-request', kind: 'mis-decoded', pointer: '/body', cause: '' };
const CRASH: Given = {
  rule: 'conformance/outcome',
  kind: 'crash',
  pointer: '/outcome',
  cause: 'UnicodeEncodeError',
  crash: 'UnicodeEncodeError',
};
const wrong: GivenTrial = { violations: [WRONG], body: { name: 'é' } };
const crash: GivenTrial = { violations: [CRASH], body: { name: '日' } };

it.each<[string, readonly GivenTrial[], number]>([
  ['a crash at a character that the wrong encoding does not have is evidence of the wrong encoding', [wrong, crash], 1],
  [
    'an error of the client that contains the message of the encoder is evidence of the wrong encoding',
    [
      wrong,
      {
        ...crash,
        violations: [{ ...CRASH, crash: 'TransportError', received: "crash: 'latin-1' codec can't write characters" }],
      },
    ],
    1,
  ],
  [
    'a crash at a character of Latin-1 is a separate finding from the wrong encoding',
    [wrong, { ...crash, body: { name: 'ü' } }],
    2,
  ],
  [
    'a crash of another kind is a separate finding from the wrong encoding',
    [wrong, { ...crash, violations: [{ ...CRASH, crash: 'KeyError', cause: 'KeyError' }] }],
    2,
  ],
  [
    'a crash of another operation is a separate finding from the wrong encoding',
    [wrong, { ...crash, operation: 'orderThing' }],
    2,
  ],
  [
    'a crash of another surface is a separate finding from the wrong encoding',
    [wrong, { ...crash, violations: [{ ...CRASH, surface: 'b' }] }],
    2,
  ],
  ['a crash is a finding if no body has a wrong encoding', [crash], 1],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
