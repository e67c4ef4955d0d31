import { expect, it } from 'vitest';
import type { Case, CaseInput, Expectation } from '../../../contract/case.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../cases/make-cases.js';
import type { Violation } from '../../../rules/finding.js';
import { type TextTrait, textTrait } from './text-trait.js';

const contract = await itemService();
const maker = new CaseMaker(contract, { seed: 2, runs: 0, values: new Map() });
const WIDE = '🔬';
/** A name of the maximum length (120 characters). */
const LONG = `${WIDE}${'a'.repeat(119)}`;
const ACCEPTED: Expectation = { kind: 'accepted' };
const SHORT: Expectation = { kind: 'rejected', keyword: 'minLength', pointer: '/path/item_id' };

interface Given {
  readonly operation?: string;
  readonly input: CaseInput;
  readonly expect?: Expectation;
  readonly rule?: string;
  /** Whether the violation shows for an input, as JSON. */
  readonly shows: (input: string) => boolean;
}

it.each<[string, Given, TextTrait | undefined]>([
  [
    'a length in UTF-16 units, if a valid text is refused',
    { input: { body: { name: LONG } }, shows: (input) => input.includes(WIDE) },
    { kind: 'length', name: 'UTF-16 units' },
  ],
  [
    'a length in UTF-16 units, if a short text is accepted',
    {
      operation: 'getItem',
      input: { path: { item_id: `a${WIDE}` } },
      expect: SHORT,
      rule: 'conformance/invalid-rejected',
      shows: (input) => input.includes(WIDE),
    },
    { kind: 'length', name: 'UTF-16 units' },
  ],
  [
    'a length in bytes',
    { input: { body: { name: `é${'a'.repeat(119)}` } }, shows: (input) => Buffer.byteLength(input) > input.length },
    { kind: 'length', name: 'bytes' },
  ],
  [
    'a length in bytes, if the length in UTF-16 units is within the bound',
    { input: { body: { name: `${WIDE}${'a'.repeat(117)}` } }, shows: (input) => input.includes(WIDE) },
    { kind: 'length', name: 'bytes' },
  ],
  [
    'a character beyond U+FFFF in a short text',
    { input: { body: { name: WIDE } }, shows: (input) => input.includes(WIDE) },
    { kind: 'character', name: 'beyond U+FFFF' },
  ],
  [
    'a control character',
    { input: { body: { name: 'a\u0000a' } }, shows: (input) => input.includes('\\u0000') },
    { kind: 'character', name: 'U+0000' },
  ],
  ['no trait, if letters also show the fault', { input: { body: { name: LONG } }, shows: () => true }, undefined],
  ['no trait, for a text of ASCII', { input: { body: { name: 'a b' } }, shows: () => false }, undefined],
  [
    'no trait, for a rule that does not judge the input',
    { input: { body: { name: WIDE } }, rule: 'state/echo', shows: (input) => input.includes(WIDE) },
    undefined,
  ],
])('finds the trait of a text that shows the fault: %s', async (_, given, want) => {
  const { operation: id = 'createItem', input, expect: promised = ACCEPTED, rule, shows } = given;
  const operation = operationOf(contract, id);
  const [made] = maker.make(operation, 'example');
  if (made === undefined) throw new Error(`no case of ${id}`);
  const shown: Case = { ...made, input, expect: promised };
  const violation = {} as Violation;
  const found = await textTrait(
    { contract, operation, maker },
    rule ?? 'conformance/valid-accepted',
    { case: shown, violation },
    async (candidate) => (shows(JSON.stringify(candidate.input)) ? violation : undefined),
  );
  expect(found).toEqual(want);
});
