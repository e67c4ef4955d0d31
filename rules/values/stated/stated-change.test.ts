import { expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { isOfService, isOmittedEmpty, isStatedChange } from './stated-change.js';

it.each<[description: string, sent: Json, received: Json, want: boolean]>([
  ['Surrounding white space is removed.', ' a', 'a', true],
  ['Leading and trailing spaces are removed, and the rest must not be empty.', 'a\n', 'a', true],
  ['Trimmed.', '\u001Fa', 'a', true],
  ['White space around it is removed.', ' a', 'a', true],
  ['Spaces at both ends are cut off.', ' a', 'a', true],
  ['Stored without white space at the start and the end.', ' a', 'a', true],
  ['Stored without leading spaces.', ' a', 'a', true],
  ['Must be stored without leading spaces.', ' a', 'a', false],
  ['Spaces around it are kept.', ' a', 'a', false],
  ['Surrounding white space is removed.', ' a', 'b', false],
  ['Surrounding white space is removed.', 'A', 'a', false],
  ['Surrounding white space is not removed.', ' a', 'a', false],
  ['Must be trimmed.', ' a', 'a', false],
  ['The name.', ' a', 'a', false],
  ['Stored in lower case.', 'A@B', 'a@b', true],
  ['Converted to upper case.', 'ab', 'AB', true],
  ['Trimmed and lower-cased.', ' Ab ', 'ab', true],
  ['Normalised to NFC.', 'e\u0301', '\u00E9', true],
  ['Several spaces are replaced by one.', 'a  b', 'a b', true],
  ['The number is normalized to E.164.', '0 1', '+491', true],
  ['Rounded to cents: it is rounded half up.', 1.005, 1.01, true],
  ['The price.', 1.005, 1.01, false],
  ['Always true for a note with a warning.', false, true, true],
  ['Always true for a note with a warning.', true, false, false],
  ['Always `false` for drafts.', true, false, true],
  ['Lines of the same product are joined.', [{ n: 1 }, { n: 1 }], [{ n: 2 }], true],
  ['Lines of a product. They are not joined.', [{ n: 1 }, { n: 1 }], [{ n: 2 }], false],
  ['Stored in lower case, and a tag that occurs again is dropped.', ['A', 'a', 'b'], ['a', 'b'], true],
  ['Stored in lower case, and a tag that occurs again is dropped.', ['A', 'b'], ['a'], false],
  ['Lines of the same product are joined.', 'a', 'b', false],
  ['The pairs are merged into the stored ones.', { a: '1', b: '2' }, { a: '1' }, false],
  ['The keys are normalized.', { A: '1' }, { a: '1' }, true],
  ['Always in lower case.', 'A', 'a', true],
])(
  'if the description of a member is "%s", a service may store the sent value %j as %j: %s',
  (description, sent, received, want) => {
    expect(isStatedChange([{ schema: { description } }], sent, received)).toBe(want);
  },
);

it.each<[description: string, sent: Json | undefined, received: Json | undefined, want: boolean]>([
  ['Only if expanded, and in the reply to the create.', [1], undefined, true],
  ['Only if expanded.', [1], [2], false],
  ['Present only in the reply to the create.', 'a', undefined, true],
  ['Only returned when requested.', 'a', undefined, true],
  ['Not returned unless `expand` names it.', 'a', undefined, true],
  ['Present only if it is set.', 'a', undefined, false],
  ['Omitted in replies if it has no value.', 'a', undefined, false],
  ['Only with the kind `paid`.', 'a', undefined, false],
  ['Ignored in requests.', 'a', 'b', true],
  ['The status. It is ignored.', 'a', undefined, true],
  ['Set by the server; values in requests are ignored.', 1, 2, true],
  ['Changes with each change of the object.', 'a', 'b', true],
  ['Values in requests are ignored.', 'a', 'b', true],
  ['Is not ignored.', 'a', 'b', false],
  ['Unknown keys are ignored.', { a: 1 }, { a: 2 }, false],
  ['Case is ignored.', 'a', 'b', false],
  ['If it is omitted, it is set by the server.', 'a', 'b', false],
  ['The default is assigned by the service.', 'a', 'b', false],
  ['The name.', 'a', 'b', false],
  ['Omitted in replies if empty.', [], undefined, true],
  ['Omitted in replies if empty.', ['a'], undefined, false],
  ['Omitted in replies if empty.', [], ['a'], false],
])(
  'if the description of a member is "%s", a reply may have, in place of the sent value %j, the value %j: %s',
  (description, sent, received, want) => {
    expect(isOfService([{ schema: { description } }], sent, received)).toBe(want);
  },
);

it.each<[description: string, sent: Json, received: Json | undefined, want: boolean]>([
  ['An attribute without a value is omitted in replies.', [], undefined, true],
  ['Members that are empty are left out.', {}, undefined, true],
  ['An attribute without a value is omitted in replies.', ['a'], undefined, false],
  ['An attribute without a value is omitted in replies.', [], ['a'], false],
  ['Empty lists are returned.', [], undefined, false],
])(
  'if the description of the contract is "%s", a reply may have, in place of the sent value %j, the value %j: %s',
  (description, sent, received, want) => {
    expect(isOmittedEmpty({ info: { description } }, sent, received)).toBe(want);
  },
);
