import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from '../sequences/sequence-plan.js';

const TEXT = { type: 'string' };
const PAGE = { type: 'object', required: ['title'], properties: { id: TEXT, title: TEXT } };

function json(schema: object): { readonly content: { readonly 'application/json': { readonly schema: object } } } {
  return { content: { 'application/json': { schema } } };
}

it.each<[string, boolean]>([
  ['The `id` of the body is required and has to be the id of the URL.', true],
  ['The body must contain the `id` of the page.', true],
  ['Replaces a page.', false],
  ['The `id` of the body is not required.', false],
])(
  'the body of a PUT gets the identifier from the path if the description requires it: %s → %s',
  async (description, want) => {
    const responses = { 200: { description: '', ...json(PAGE) }, 404: { description: '' } };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: TEXT }];
    const requestBody = { required: true, ...json(PAGE) };
    const contract = await contractOf({
      paths: {
        '/pages': { post: { operationId: 'add', requestBody, responses: { 201: responses[200] } } },
        '/pages/{id}': {
          parameters,
          get: { operationId: 'read', responses },
          put: { operationId: 'replace', description, requestBody, responses },
        },
      },
    } as never);
    const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
    const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
    const puts = sequences
      .filter(({ name }) => name.startsWith('replaced'))
      .flatMap(({ steps }) => steps.filter(({ operation }) => operation.id === 'replace'));
    const fed = puts.map(({ case: { feeds = [] } }) => feeds.some((feed) => feed.in === 'body' && feed.name === 'id'));
    expect(fed.length).toBeGreaterThan(0);
    expect(new Set(fed)).toEqual(new Set([want]));
  },
);
