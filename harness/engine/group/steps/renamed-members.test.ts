import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../fixtures/grouped-trials.js';

const ABOUT = { rule: 'conformance/response-body', blame: 'backend', status: 200 } as const;
const missing = (pointer: string): Given => ({ ...ABOUT, kind: 'required', pointer, cause: `missing ${pointer}` });
const unknown = (name: string, pointer = '/response/body'): Given => ({
  ...ABOUT,
  kind: 'additionalProperties',
  pointer,
  expected: `must NOT have additional properties: "${name}"`,
  cause: `unknown ${name}`,
});

it.each<[string, readonly GivenTrial[], number]>([
  [
    'has a word in common with the name of the missing member',
    [{ violations: [missing('/response/body/phone'), unknown('phoneNumber')] }],
    1,
  ],
  [
    'has a similar name and is in the same object',
    [{ violations: [missing('/response/body/a/phones'), unknown('phone_number', '/response/body/a')] }],
    1,
  ],
  [
    'has no word in common with the name of the missing member',
    [{ violations: [missing('/response/body/phone'), unknown('mail')] }],
    2,
  ],
  [
    'has a similar name, but is in another object',
    [{ violations: [missing('/response/body/a/phone'), unknown('phoneNumber', '/response/body/b')] }],
    2,
  ],
  [
    'has a similar name, but is also in replies that lack no member',
    [
      { violations: [missing('/response/body/phone'), unknown('phoneNumber')] },
      { violations: [unknown('phoneNumber')], body: { name: 'b' } },
    ],
    2,
  ],
])('a missing member, and an unknown member that %s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
