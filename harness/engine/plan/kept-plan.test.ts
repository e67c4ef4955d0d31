import { caseOf } from '../../../contract/fixtures/cases.js';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { contractAt } from '../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../cases/make-cases.js';
import { type KeptSubject, withKeptCases, withKeptScripts } from './kept-plan.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const PHASES = ['examples', 'sequences', 'responses'];
let contract: Contract;
beforeAll(async () => {
  contract = await contractAt('contract/item-service.openapi.yaml', { root: ROOT });
});

const created = caseOf('createItem', { id: 'createItem/sequence/x-0', input: { body: { name: 'a' } } });
const fetched = caseOf('getItem', {
  feeds: [{ in: 'path', name: 'item_id', pointer: '/item_id', step: 'createItem/sequence/x-0' }],
  precedingCalls: [created],
  sequence: true,
});
const problem = { status: 404, headers: [['content-type', 'application/problem+json']] as const };

function planned(kept: Case, phases = PHASES): readonly string[] {
  const maker = new CaseMaker(contract, { seed: 1, runs: 0, values: new Map() });
  const subject: KeptSubject = { contract, operations: contract.operations, phases: new Set(phases), maker };
  const one = [{ finding: '0badcafe', file: 'f.json', case: kept }];
  const empty = { cases: [], maker };
  const plan = withKeptCases(empty, subject, one);
  return [
    ...plan.cases.map(({ case: made }) => `${made.id} ${made.expect.kind}`),
    ...(plan.sequences ?? []).flatMap(({ steps }) =>
      steps.map(({ case: made }) => [made.id, ...(made.feeds ?? []).map(({ step }) => `<- ${step}`)].join(' ')),
    ),
    ...withKeptScripts(empty, subject, one).cases.map(({ case: { provenance } }) => `script ${provenance.kind}`),
  ];
}

const ONE = 'createItem/regression/0badcafe-0';
it.each<[string, Case, readonly string[], string[]?]>([
  ['a valid input', caseOf('createItem', { input: { body: { name: 'a' } } }), [`${ONE} accepted`]],
  ['an input that the contract does not permit any more', caseOf('createItem', { input: { body: { nom: 'a' } } }), []],
  [
    'an input that breaks the same constraint',
    caseOf('createItem', {
      input: { body: {} },
      expect: { kind: 'rejected', keyword: 'required', pointer: '/body/name' },
    }),
    [`${ONE} rejected`],
  ],
  [
    'an input that the contract permits now',
    caseOf('createItem', {
      input: { body: { name: 'a' } },
      expect: { kind: 'rejected', keyword: 'required', pointer: '/body/name' },
    }),
    [],
  ],
  ['an operation that the contract does not have', caseOf('dropItem', {}), []],
  ['a phase that does not run', caseOf('createItem', { input: { body: { name: 'a' } } }), [], ['valid']],
  ['a sequence', fetched, [ONE, `getItem/regression/0badcafe-1 <- ${ONE}`]],
  [
    'a sequence with a step that is not valid any more',
    { ...fetched, precedingCalls: [{ ...created, input: { body: {} } }] },
    [],
  ],
  [
    'a documented reply',
    caseOf('listItems', { provenance: { kind: 'response', name: '401' }, reply: { status: 401, headers: [] } }),
    ['script response'],
  ],
  [
    'a reply that is not documented any more',
    caseOf('listItems', { provenance: { kind: 'response', name: '404' }, reply: problem }),
    [],
  ],
  [
    'a reply that breaks the contract on purpose',
    caseOf('listItems', {
      provenance: { kind: 'response', name: '404' },
      reply: { ...problem, fault: 'undocumented' },
    }),
    ['script response'],
  ],
])('a kept counterexample is planned if it is still possible by the contract: %s', (_, kept, want, phases) => {
  expect(planned(kept, phases)).toEqual(want);
});
