import { caseOf } from '../../contract/fixtures/cases.js';
import { expect, it } from 'vitest';
import type { Case, CaseInput } from '../../contract/case.js';
import type { Json } from '../../contract/json/json.js';
import { PackedCases, changedCase, isPacked } from './packed-cases.js';

const INPUTS: readonly CaseInput[] = [
  {},
  { body: null },
  { path: { id: '\ud800' }, query: { zero: -0 } },
  { body: JSON.parse('{"__proto__":1}') as Json, mediaType: 'application/json' },
];

function indexedCase(input: CaseInput, index: number): Case {
  const name = String(index);
  return caseOf('op', { id: `op/valid/${name}`, input, provenance: { kind: 'valid', name } });
}

/** More inputs than `PackedCases` keeps unpacked in memory. */
const made = Array.from({ length: 3000 }, (_, index) => indexedCase(INPUTS[index % INPUTS.length] ?? {}, index));

it('packed cases are unpacked to cases that equal the originals, in any order', () => {
  const inputs = new PackedCases(2);
  const stored = made.map((each) => inputs.stored(each));
  expect(stored.map(isPacked).indexOf(true)).toBe(2);
  for (const index of [2999, 0, 1, 2, 3, 1500, 2047, 2, 2998])
    expect({ ...stored[index] }).toStrictEqual({ ...made[index] });
  expect(stored.map((each) => ({ ...each }))).toStrictEqual(made);
});

it.each(['0', '7', '007', '-1', '1e3', '999999999', '12345678901', 'token-missing', '__proto__'])(
  'a packed case keeps the name %j',
  (name) => {
    const provenance = { kind: 'invalid', name } as const;
    const expected = caseOf('op', {
      id: `op/invalid/${name}`,
      input: { body: 1 },
      provenance,
      expect: { kind: 'rejected', keyword: 'type', pointer: '/body' },
      token: 'missing',
    });
    const stored = new PackedCases(0).stored(expected);
    expect(isPacked(stored)).toBe(true);
    expect({ ...stored }).toStrictEqual(expected);
    expect(JSON.parse(JSON.stringify(stored))).toStrictEqual(expected);
  },
);

it('a case is not packed if its id cannot be made from its other members', () => {
  const renamed = { ...indexedCase({}, 1), id: 'another' };
  expect(new PackedCases(0).stored(renamed)).toBe(renamed);
});

it('cases with different members are not mixed up', () => {
  const packed = new PackedCases(0);
  const cases = (['accepted', 'absent', 'answered'] as const).flatMap((kind) =>
    (['configured', 'wrong'] as const).map((token) => ({ ...indexedCase({}, 1), expect: { kind }, token })),
  );
  const stored = cases.map((each) => packed.stored(each));
  expect(stored.map((each) => ({ ...each }))).toStrictEqual(cases);
  const changed = stored.map((each) => ({ ...changedCase(each, { expect: { kind: 'answered' }, setup: [] }) }));
  expect(changed).toStrictEqual(cases.map((each) => ({ ...each, expect: { kind: 'answered' }, setup: [] })));
});

it('a packed case can be changed without unpacking its input', () => {
  const [stored] = made.slice(2, 3).map((each) => new PackedCases(0).stored(each));
  const changed = stored && changedCase(stored, { bodyWay: 'file' });
  expect(changed && isPacked(changed)).toBe(true);
  expect({ ...changed }).toStrictEqual({ ...made[2], bodyWay: 'file' });
});

it('inputs that are nested too deeply are kept unpacked', () => {
  let body: Json = 1;
  for (let depth = 0; depth < 100_000; depth += 1) body = [body];
  const inputs = new PackedCases(0);
  const deep = Array.from({ length: 40 }, (_, index) => inputs.stored(indexedCase({ body }, index)));
  expect(deep[0]?.input.body).toBe(body);
});
