import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import { requestSchemas } from '../../../contract/collections/envelope.js';
import { unchangedTexts } from './unchanged-texts.js';

async function expected(description: string, sent: Json, received: Json = sent): Promise<Json> {
  const schema = {
    anyOf: [
      { type: 'string', description },
      { type: 'array', items: { type: 'string', description } },
    ],
  };
  const post = {
    operationId: 'add',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { description: '' } },
  };
  const { schemas, operations } = await contractOf({ paths: { '/people': { post } } });
  const stated = operations.flatMap(requestSchemas);
  return unchangedTexts(schemas, stated, 'user_email', sent, received).map((each) => each.expected ?? null);
}

it.each<[description: string, sent: Json, want: Json]>([
  ['Stored in lower case.', 'Ab', ['ab']],
  ['Always in lower case.', 'Ab', ['ab']],
  ['The address. It is converted to lower case, at most 20 characters.', 'Ab', ['ab']],
  ['It is lower-cased.', 'Ab', ['ab']],
  ['Saved in upper-case', 'Ab', ['AB']],
  ['Kept in lower case', 'Ab', ['ab']],
  ['The case of letters is kept. Lower-cased.', 'Ab', ['ab']],
  ['Keeps the case of letters. Lower-cased.', 'Ab', []],
  ['Trimmed.', ' a', ['a']],
  ['Not blank. Trimmed when stored; the length counts before trimming.', ' a', ['a']],
  ['Surrounding white space is removed.', 'a  ', ['a']],
  ['Trimmed and lower-cased.', ' A', ['a']],
  ['Leading and trailing spaces are removed.', ' a', ['a']],
  ['Stored in lower case.', ['a', 'B'], ['b']],
  ['Stored in lower case.', 'ab', []],
  ['Stored in lower case.', 'É', []],
  ['Trimmed.', 'a\n', []],
  ['The domain is stored in lower case.', 'Ab', []],
  ['Stored in lower case for searches.', 'Ab', []],
  ['Stored in lower case if it is an address.', 'Ab', []],
  ['Usually in lower case.', 'Ab', []],
  ['In lower case.', 'Ab', []],
  ['Must be stored in lower case.', 'Ab', []],
  ['Compared in lower case.', 'Ab', []],
  ['Returned as it was sent. Stored in lower case.', 'Ab', []],
  ['Stored in lower case, and the reply keeps the case.', 'Ab', []],
  ['Trimmed for comparisons.', ' a', []],
  ['The domain is trimmed.', ' a', []],
  ['May be trimmed.', ' a', []],
])(
  'finds the texts that a service does not change as their description states: %s %j',
  async (description, sent, want) => {
    expect(await expected(description, sent)).toEqual(want);
  },
);

it('ignores texts that differ from the sent ones', async () => {
  expect(await expected('Stored in lower case.', 'Ab', 'AB')).toEqual([]);
});
