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
  [
    'a kept case with a valid input is planned',
    caseOf('createItem', { input: { body: { name: 'a' } } }),
    [`${ONE} accepted`],
  ],
  [
    'a kept case with an input that the contract no longer permits is omitted',
    caseOf('createItem', { input: { body: { nom: 'a' } } }),
    [],
  ],
  [
    'a kept case that breaks the same constraint as before is planned',
    caseOf('createItem', {
      input: { body: {} },
      expect: { kind: 'rejected', keyword: 'required', pointer: '/body/name' },
    }),
    [`${ONE} rejected`],
  ],
  [
    'a kept case with an invalid input that the contract now permits is omitted',
    caseOf('createItem', {
      input: { body: { name: 'a' } },
      expect: { kind: 'rejected', keyword: 'required', pointer: '/body/name' },
    }),
    [],
  ],
  ['a kept case of an operation that the contract does not have is omitted', caseOf('dropItem', {}), []],
  [
    'a kept case is omitted if its phase does not run',
    caseOf('createItem', { input: { body: { name: 'a' } } }),
    [],
    ['valid'],
  ],
  ['a kept sequence is planned', fetched, [ONE, `getItem/regression/0badcafe-1 <- ${ONE}`]],
  [
    'a kept sequence with a step that is no longer valid is omitted',
    { ...fetched, precedingCalls: [{ ...created, input: { body: {} } }] },
    [],
  ],
  [
    'a kept case with a documented scripted reply is planned',
    caseOf('listItems', { provenance: { kind: 'response', name: '401' }, reply: { status: 401, headers: [] } }),
    ['script response'],
  ],
  [
    'a kept case with a scripted reply that is no longer documented is omitted',
    caseOf('listItems', { provenance: { kind: 'response', name: '404' }, reply: problem }),
    [],
  ],
  [
    'a kept case with a scripted reply that breaks the contract on purpose is planned',
    caseOf('listItems', {
      provenance: { kind: 'response', name: '404' },
      reply: { ...problem, fault: 'undocumented' },
    }),
    ['script response'],
  ],
])('adds kept cases to the plan: %s', (_, kept, want, phases) => {
  expect(planned(kept, phases)).toEqual(want);
});
