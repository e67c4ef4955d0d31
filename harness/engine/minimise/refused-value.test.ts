import { expect, it } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { noServerError } from '../../../rules/conformance/service/no-server-error.js';
import { validAccepted } from '../../../rules/conformance/service/valid-accepted.js';
import type { Minimised } from './minimised.js';
import { refusedValueKey } from './refused-value.js';

/** A refusal of a valid input with 400. `members`: each member that the reply names, with the text about it. */
function refused(input: CaseInput, members: readonly string[], rule = validAccepted): Minimised {
  const reproduction = { case: { operation: 'list', input }, violation: { status: 400, members } };
  return { cluster: { rule }, reproduction } as unknown as Minimised;
}

const SINCE = refused({ query: { since: 1, limit: 2 } }, ['since Invalid value for since.']);

it.each<[string, Minimised, boolean]>([
  ['another parameter', refused({ query: { before: 1 } }, ['before Invalid value for before.']), true],
  ['a member of the body', refused({ body: { at: { to: [1] } } }, ['at.to.* Invalid value for at.to.*.']), true],
  ['a key of a map', refused({ body: { tags: { x: 1 } } }, ['tags/* Invalid value for tags/*.']), true],
  ['a place with its part of the input', refused({ body: { to: 1 } }, ['body.to Invalid value for to.']), true],
  ['another value', refused({ query: { before: 2 } }, ['before Invalid value for before.']), false],
  ['another text', refused({ query: { before: 1 } }, ['before Too late.']), false],
  ['a second member', refused({ query: { before: 1 } }, ['before Invalid value for before.', 'a b']), false],
  ['a member without a value', refused({ query: {} }, ['before Invalid value for before.']), false],
  ['no member', refused({ query: { before: 1 } }, []), false],
  ['a server error', refused({ query: { before: 1 } }, ['before Invalid value for before.'], noServerError), false],
])('the refusals of one value have the same key: %s ($2)', (_, other, want) => {
  expect(refusedValueKey(SINCE)).toBeDefined();
  expect(refusedValueKey(other) === refusedValueKey(SINCE)).toBe(want);
});

it.each<[string, readonly [CaseInput, string], readonly [CaseInput, string]]>([
  ['the replies state no reason', [{ query: { since: 1 } }, 'since'], [{ query: { before: 1 } }, 'before']],
  [
    'the replies state a limit, whose number is left out',
    [{ body: { size: 1 } }, 'size Must be at least *.'],
    [{ body: { rank: 1 } }, 'rank Must be at least *.'],
  ],
  [
    'the value is a boolean',
    [{ body: { open: true } }, 'open Not permitted.'],
    [{ body: { pinned: true } }, 'pinned Not permitted.'],
  ],
])('the refusals of one value have no key: %s', (_, one, other) => {
  expect([one, other].map(([input, text]) => refusedValueKey(refused(input, [text])))).toEqual([undefined, undefined]);
});
