import { beforeAll, expect, it } from 'vitest';
import type { RawChange } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { HeaderPair } from '../../../contract/wire/message.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { malformedRefused } from './malformed-refused.js';
import { responseHeaders } from './response-headers.js';

/** The contract has the methods GET, HEAD and DELETE at the path of `getThing`. */
let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const METHOD: RawChange = { fault: 'method', words: 'with the method PUT', method: 'PUT' };
const BOTH = 'GET, DELETE';

interface Given {
  readonly headers: readonly HeaderPair[];
  readonly isDocumented?: false;
  readonly raw?: RawChange;
}

it.each<[string, Given, string | undefined]>([
  ['Allow lists all methods of the path', { headers: [['Allow', BOTH]] }, undefined],
  ['Allow lists all methods of the path, and others', { headers: [['Allow', `OPTIONS,${BOTH} , POST`]] }, undefined],
  [
    'a separate Allow header for each method',
    {
      headers: [
        ['Allow', 'GET'],
        ['allow', 'DELETE'],
      ],
    },
    undefined,
  ],
  ['Allow lists only one of two methods', { headers: [['Allow', 'GET']] }, 'allow-incomplete'],
  ['an empty Allow header', { headers: [['Allow', '']] }, 'allow-incomplete'],
  ['no Allow header', { headers: [] }, 'allow-missing'],
  ['a 405 that is not documented', { headers: [['Allow', 'GET']], isDocumented: false }, undefined],
  [
    'a 405 to a request with a different fault',
    { headers: [['Allow', 'GET']], raw: { fault: 'query', words: 'with a query' } },
    undefined,
  ],
])(
  'the header Allow of a 405 must list the methods of the path: %s (violations: $2)',
  (_, { headers, isDocumented = true, raw = METHOD }, want) => {
    const responses = (isDocumented ? ['405'] : []).map((status) => ({ status, headers: [], content: [], links: [] }));
    const known = {
      ...contract,
      operations: contract.operations.map((each) => ({ ...each, responses: [...each.responses, ...responses] })),
    } as Contract;
    const response = replied(405, undefined, headers);
    const seen = { raw, expect: { kind: 'answered' } } as const;
    const trial = trialOf(known, 'getThing', { path: { thing_id: 'a' } }, [{ response }], seen);
    expect(malformedRefused.check(trial, contextOf(known))?.map(({ kind }) => kind)[0]).toBe(want);
  },
);

it.each<[string, string, number, readonly string[]]>([
  ['Allow lists all methods of the path', 'GET, PATCH, OPTIONS', 204, []],
  ['Allow lists only one of the methods', 'GET,OPTIONS', 204, ['allow-incomplete']],
  ['OPTIONS is answered 404', 'GET', 404, []],
])(
  'the header Allow of a reply to OPTIONS must list the methods of the path: %s (violations: $3)',
  async (_, allow, status, want) => {
    const headers = { Allow: { schema: { type: 'string' } } };
    const responses = { '204': { description: '', headers }, '404': { description: '', headers } };
    const paths = { '/a': { options: { operationId: 'ask', responses }, get: { responses }, patch: { responses } } };
    const asked = await contractOf({ paths });
    const trial = trialOf(asked, 'ask', {}, [{ response: replied(status, undefined, [['Allow', allow]]) }]);
    expect(responseHeaders.check(trial, contextOf(asked))?.map(({ kind }) => kind)).toEqual(want);
  },
);
