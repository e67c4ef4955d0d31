import { caseOf } from '../../contract/fixtures/cases.js';
import { expect, it } from 'vitest';
import type { Case, CaseInput } from '../../contract/case.js';
import type { Json } from '../../contract/json/json.js';
import { PackedInputs, changedCase, isPacked } from './packed-inputs.js';

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

/** More inputs than `PackedInputs` keeps unpacked in memory. */
const made = Array.from({ length: 3000 }, (_, index) => indexedCase(INPUTS[index % INPUTS.length] ?? {}, index));

it('packed cases are unpacked to cases that equal the originals, in any order', () => {
  const inputs = new PackedInputs(2);
  const stored = made.map((each) => inputs.stored(each));
  expect(stored.map(isPacked).indexOf(true)).toBe(2);
  for (const index of [2999, 0, 1, 2, 3, 1500, 2047, 2, 2998])
    expect({ ...stored[index] }).toStrictEqual({ ...made[index] });
  expect(stored.map((each) => ({ ...each }))).toStrictEqual(made);
});

it('a packed case can be changed without unpacking its input', () => {
  const [stored] = made.slice(2, 3).map((each) => new PackedInputs(0).stored(each));
  const changed = stored && changedCase(stored, { bodyWay: 'file' });
  expect(changed && isPacked(changed)).toBe(true);
  expect({ ...changed }).toStrictEqual({ ...made[2], bodyWay: 'file' });
});

it('inputs that are nested too deeply are kept unpacked', () => {
  let body: Json = 1;
  for (let depth = 0; depth < 100_000; depth += 1) body = [body];
  const inputs = new PackedInputs(0);
  const deep = Array.from({ length: 40 }, (_, index) => inputs.stored(indexedCase({ body }, index)));
  expect(deep[0]?.input.body).toBe(body);
});
