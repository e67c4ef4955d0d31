import { expect, it } from 'vitest';
import type { Case } from '../../../../contract/case.js';
import { contextOf, replied, trialOf } from '../../../../rules/fixtures/trials.js';
import { notesWorkload } from '../../../miniatures/workloads.js';
import { judge } from '../../judge/judge.js';
import { Clusters } from '../cluster.js';
import { RAW_REQUESTS_STEP } from './raw-requests.js';

const INPUTS: Readonly<Record<string, Case['input']>> = { getNote: { path: { note_id: 'a' } } };
const VALID: Partial<Case> = { expect: { kind: 'accepted' } };
const RAW: Partial<Case> = {
  expect: { kind: 'answered' },
  raw: { fault: 'query', words: 'with an unknown query parameter', method: 'GET' },
};

it.each<[string, readonly (readonly [operation: string, made: Partial<Case>])[], readonly string[]]>([
  [
    'joins a raw request with operations that each fail for valid requests',
    [
      ['listNotes', VALID],
      ['createNote', VALID],
      ['listNotes', RAW],
      ['createNote', RAW],
    ],
    ['listNotes,createNote', 'createNote'],
  ],
  [
    'keeps a raw request that fails on another operation',
    [
      ['listNotes', VALID],
      ['createNote', VALID],
      ['listNotes', RAW],
      ['getNote', RAW],
    ],
    ['listNotes', 'createNote', 'listNotes,getNote'],
  ],
])('%s', async (_, given, want) => {
  const { contract } = await notesWorkload();
  const clusters = new Clusters();
  for (const [index, [operation, made]] of given.entries()) {
    const problem = { type: 'urn:problem-type:x', title: 'No.', status: 500 };
    const seen = { response: replied(500, problem), outcome: { kind: 'problem', status: 500, problem } } as const;
    const trial = trialOf(contract, operation, INPUTS[operation] ?? {}, [seen], made);
    clusters.add({ trial, index, backend: 'reference' }, judge(trial, contextOf(contract, { isolated: false })).broken);
  }
  const failing = clusters.inOrder().filter(({ rule }) => rule.id === 'conformance/no-server-error');
  expect(RAW_REQUESTS_STEP.apply(failing, clusters).map(({ operations }) => [...operations].join())).toEqual(want);
});
