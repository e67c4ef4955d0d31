import { expect, it } from 'vitest';
import type { Case, CaseInput, Expectation } from '../../../contract/case.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../cases/make-cases.js';
import type { Violation } from '../../../rules/finding.js';
import { type TextTrait, textTrait } from './text-trait.js';

const contract = await itemService();
const maker = new CaseMaker(contract, { seed: 2, runs: 0, values: new Map() });
const WIDE = '🔬';
/** A name with the maximum length of 120 characters. */
const LONG = `${WIDE}${'a'.repeat(119)}`;
const ACCEPTED: Expectation = { kind: 'accepted' };
const SHORT: Expectation = { kind: 'rejected', keyword: 'minLength', pointer: '/path/item_id' };

interface Given {
  readonly operation?: string;
  readonly input: CaseInput;
  readonly expect?: Expectation;
  readonly rule?: string;
  /** Whether an input, given as JSON text, shows the violation. */
  readonly shows: (input: string) => boolean;
}

it.each<[string, Given, TextTrait | undefined]>([
  [
    'a string that is too long only in UTF-16 units is refused',
    { input: { body: { name: LONG } }, shows: (input) => input.includes(WIDE) },
    { kind: 'length', name: 'UTF-16 units' },
  ],
  [
    'a string that is long enough only in UTF-16 units is accepted',
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
    'a string that is too long only in bytes is refused',
    { input: { body: { name: `é${'a'.repeat(119)}` } }, shows: (input) => Buffer.byteLength(input) > input.length },
    { kind: 'length', name: 'bytes' },
  ],
  [
    'a string with a character beyond U+FFFF that is too long only in bytes is refused',
    { input: { body: { name: `${WIDE}${'a'.repeat(117)}` } }, shows: (input) => input.includes(WIDE) },
    { kind: 'length', name: 'bytes' },
  ],
  [
    'a character beyond U+FFFF in a short string is refused',
    { input: { body: { name: WIDE } }, shows: (input) => input.includes(WIDE) },
    { kind: 'character', name: 'beyond U+FFFF' },
  ],
  [
    'a control character in a short string is refused',
    { input: { body: { name: 'a\u0000a' } }, shows: (input) => input.includes('\\u0000') },
    { kind: 'character', name: 'U+0000' },
  ],
  [
    'no characters, because letters in their place also show the fault',
    { input: { body: { name: LONG } }, shows: () => true },
    undefined,
  ],
  [
    'no characters, because the string has only ASCII characters',
    { input: { body: { name: 'a b' } }, shows: () => false },
    undefined,
  ],
  [
    'no characters, because the broken rule does not judge the input',
    { input: { body: { name: WIDE } }, rule: 'state/echo', shows: (input) => input.includes(WIDE) },
    undefined,
  ],
])('finds which characters of a string cause the fault: %s', async (_, given, want) => {
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
