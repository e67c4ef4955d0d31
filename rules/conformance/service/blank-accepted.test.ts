import { expect, it } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { invalidRejected } from './invalid-rejected.js';

interface Texts {
  readonly ofOperation?: string;
  readonly ofObject?: string;
  readonly ofNote?: string;
  readonly ofLine?: string;
  readonly ofQuery?: string;
}

async function found(texts: Texts, input: CaseInput, status = 200): Promise<Json | undefined> {
  const text = (description = ''): Json => ({ type: 'string', description });
  const line = { type: 'object', properties: { label: text(texts.ofLine) } };
  const schema = {
    type: 'object',
    description: texts.ofObject ?? '',
    properties: { note: text(texts.ofNote), lines: { type: 'array', items: line } },
  };
  const post = {
    operationId: 'add',
    description: texts.ofOperation ?? '',
    parameters: [{ name: 'q', in: 'query', description: texts.ofQuery ?? '', schema: { type: 'string' } }],
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { description: '' }, 422: { description: '' } },
  };
  const contract = await contractOf({ paths: { '/notes': { post } } });
  const trial = trialOf(contract, 'add', input, [{ response: replied(status, {}) }]);
  return invalidRejected.check(trial, contextOf(contract))?.map(({ pointer }) => pointer);
}

const NOTE = { body: { note: '  ' } };

it.each<[string, Texts, CaseInput, number, Json | undefined]>([
  ['its description refuses it', { ofNote: 'Must not be only spaces.' }, NOTE, 200, ['/body/note']],
  ['its description refuses it, and so does the service', { ofNote: 'Must not be only spaces.' }, NOTE, 422, []],
  ['the service may refuse it later', { ofNote: 'Must not be only spaces.' }, NOTE, 202, []],
  ['its description has no such sentence', { ofNote: 'The note.' }, NOTE, 200, undefined],
  ['the text is not blank', { ofNote: 'Must not be only spaces.' }, { body: { note: ' a' } }, 200, undefined],
  ['its object names it', { ofObject: '`note` must not be only spaces.' }, NOTE, 200, ['/body/note']],
  ['its object names another text', { ofObject: '`title` must not be only spaces.' }, NOTE, 200, undefined],
  ['its description names another text', { ofNote: '`title` must not be only spaces.' }, NOTE, 200, undefined],
  ['the operation names it', { ofOperation: 'A `note` of only spaces is refused.' }, NOTE, 200, ['/body/note']],
  ['the operation names no text', { ofOperation: 'A note of only spaces is refused.' }, NOTE, 200, undefined],
  [
    'it is in a list',
    { ofLine: 'Must not be only spaces.' },
    { body: { lines: [{ label: ' ' }] } },
    200,
    ['/body/lines/0/label'],
  ],
  [
    'it is in the query',
    { ofQuery: 'A text of only spaces is answered 400.' },
    { query: { q: ' ' } },
    200,
    ['/query/q'],
  ],
])('judges an accepted text of only spaces: %s', async (_, texts, input, status, want) => {
  expect(await found(texts, input, status)).toEqual(want);
});
