import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import { type SeenCall, TRIAL_TOKEN, contextOf, replied, trialOf } from '../../../rules/fixtures/trials.js';
import { notesContract } from '../../miniatures/workloads.js';
import { type Cluster, Clusters, type Placed } from './cluster.js';
import { groupedClusters } from './steps/pipeline.js';
import { judge } from '../judge/judge.js';

let contract: Contract;
beforeAll(async () => {
  contract = await notesContract();
});

const NOTE = { title: 'a', note_id: '1', made_at: '2026-01-01T00:00:00Z' };
const CREATED = replied(201, NOTE, [['Location', '/~notes/1']]);

/** A call with the correct reply and outcome. If `body` is given, the surface sent it in place of the correct body. */
function created(body?: object): SeenCall {
  return {
    response: CREATED,
    outcome: { kind: 'value', status: 201, value: NOTE },
    ...(body && { request: { body: Buffer.from(JSON.stringify(body)) } }),
  };
}

function got(target: string): SeenCall {
  return {
    request: { target },
    response: replied(404, { type: 'urn:problem-type:not-found', title: 'No.', status: 404 }),
    outcome: {
      kind: 'problem',
      status: 404,
      problem: { type: 'urn:problem-type:not-found', title: 'No.', status: 404 },
    },
  };
}

type Given = readonly [id: string, input: CaseInput, seen: readonly SeenCall[]];

function placed(given: readonly Given[]): readonly Placed[] {
  return given.map(([id, input, seen], index) => ({
    trial: trialOf(contract, id, input, seen),
    index,
    backend: 'reference',
  }));
}

function clustered(all: readonly Placed[]): readonly Cluster[] {
  const clusters = new Clusters();
  // The backend is not isolated, so replies on different surfaces are not compared.
  const context = contextOf(contract, { isolated: false });
  for (const one of all) clusters.add(one, judge(one.trial, context).broken);
  return groupedClusters(clusters);
}

function summary(cluster: Cluster): string {
  const {
    rule,
    smallest: { violation },
    surfaces,
    occurrences,
  } = cluster;
  return `${rule.id} ${violation.kind} ${violation.pointer} ${[...surfaces].join()} ×${occurrences}`;
}

function grouped(...given: readonly Given[]): readonly string[] {
  return clustered(placed(given)).map(summary);
}

describe('violations of one fault form one cluster', () => {
  it('nulls that are omitted at several places form one cluster', () => {
    expect(
      grouped(
        [
          'createNote',
          { body: { title: 'a', spot: { shelf: 'b', row_number: null } } },
          [created({ title: 'a', spot: { shelf: 'b' } })],
        ],
        ['createNote', { body: { title: 'a', text: null } }, [created({ title: 'a' })]],
      ),
    ).toEqual(['parity/same-request null-became-omitted /body/text a ×2']);
  });

  it('two omitted nulls in one case form one cluster', () => {
    expect(
      grouped([
        'createNote',
        { body: { title: 'a', text: null, spot: { shelf: 'b', row_number: null } } },
        [created({ title: 'a', spot: { shelf: 'b' } })],
      ]),
    ).toEqual(['parity/same-request null-became-omitted /body/text a ×2']);
  });

  it('a fault of the service that several surfaces show forms one cluster', () => {
    const seen: SeenCall = { response: replied(202, NOTE), outcome: { kind: 'value', status: 202, value: NOTE } };
    const [cluster, ...others] = clustered(
      placed([
        [
          'createNote',
          { body: { title: 'a' } },
          [seen, seen, seen, seen].map((one, index) => ({
            ...one,
            surface: ['rest', 'sdk', 'cli', 'mcp'][index] ?? '',
          })),
        ],
      ]),
    );
    expect([others, [...(cluster?.surfaces ?? [])], cluster?.occurrences]).toEqual([
      [],
      ['rest', 'sdk', 'cli', 'mcp'],
      4,
    ]);
  });

  it('an unencoded id forms one cluster, whether it makes an unknown path or changes a value', () => {
    const input = (id: string): CaseInput => ({ path: { note_id: id } });
    const [cluster, ...others] = clustered(
      placed([
        ['getNote', input('what?#no'), [got('/~notes/what?#no')]],
        ['getNote', input('a/b'), [got('/~notes/a/b')]],
      ]),
    );
    expect(cluster && summary(cluster)).toBe('parity/same-operation no-operation /path/note_id a ×2');
    expect(others).toEqual([]);
    expect([...(cluster?.evidence.values() ?? [])].map(({ item }) => item.rule)).toContain('parity/same-request');
  });

  it('one fault in all elements of a list, or in all members of a map, forms one cluster', () => {
    expect(
      grouped(
        [
          'createNote',
          { body: { title: 'a', tags: ['b', 'c'], labels: { d: 'e' } } },
          [created({ title: 'a', tags: ['b', 'x'], labels: { d: 'e' } })],
        ],
        [
          'createNote',
          { body: { title: 'a', tags: ['b'], labels: {} } },
          [created({ title: 'a', tags: ['x'], labels: {} })],
        ],
      ),
    ).toEqual(['parity/same-request changed /body/tags/0 a ×2']);
  });
});

describe('violations of two faults form two clusters', () => {
  it('faults of two surfaces form two clusters', () => {
    expect(
      grouped(['createNote', { body: { title: 'a', text: null } }, [created({ title: 'a' }), created({ title: 'a' })]]),
    ).toEqual([
      'parity/same-request null-became-omitted /body/text a ×1',
      'parity/same-request null-became-omitted /body/text b ×1',
    ]);
  });

  it('faults of different kinds or at different places form separate clusters', () => {
    expect(
      grouped([
        'createNote',
        { body: { title: 'a', text: null, rank: 1, starred: true } },
        [created({ title: 'a', rank: '1', starred: false })],
      ]),
    ).toEqual([
      'parity/same-request changed /body/starred a ×1',
      'parity/same-request null-became-omitted /body/text a ×1',
      'parity/same-request type-changed /body/rank a ×1',
    ]);
  });

  it('a fault of the surface and a fault of the service form two clusters', () => {
    const late: SeenCall = { response: replied(202, NOTE), outcome: { kind: 'value', status: 202, value: NOTE } };
    expect(grouped(['createNote', { body: { title: 'a' } }, [late, created({ title: 'b' })]])).toEqual([
      'parity/same-request changed /body/title b ×1',
      'conformance/status-documented status-undocumented /response/status a ×1',
    ]);
  });
});

describe('a cluster keeps the smallest case of its trials', () => {
  it('the smallest case of a cluster is a valid case if any valid case shows the fault', () => {
    const [valid, invalid] = placed([
      ['createNote', { body: { title: 'long', text: null } }, [created({ title: 'long' })]],
      ['createNote', { body: { text: null } }, [created({})]],
    ]);
    if (valid === undefined || invalid === undefined) throw new Error('two were placed');
    const broken = {
      ...invalid.trial.case,
      expect: { kind: 'rejected', keyword: 'required', pointer: '/body/title' },
    } as const;
    const [cluster] = clustered([{ ...invalid, trial: { ...invalid.trial, case: broken } }, valid]);
    expect(cluster?.smallest.case.input).toEqual({ body: { title: 'long', text: null } });
  });
});

it('the order in which trials arrive does not change the clusters', () => {
  const bare: SeenCall = { ...created(), request: { headers: [['content-type', 'application/json']] } };
  const all = placed([
    ['createNote', { body: { title: 'a', text: null } }, [created({ title: 'a' }), created()]],
    [
      'createNote',
      { body: { title: 'b', text: null, rank: 1 } },
      [created({ title: 'b', rank: '1' }), created({ title: 'b', rank: 2 })],
    ],
    ['createNote', { body: { title: 'a' } }, [{ response: replied(202, NOTE) }, { response: replied(500) }]],
    ['createNote', { body: { title: 'c' } }, [bare, { outcome: { kind: 'crash', detail: TRIAL_TOKEN } }]],
    ['getNote', { path: { note_id: 'a/b' } }, [got('/~notes/a/b'), got('/~notes/a%252Fb')]],
    ['getNote', { path: { note_id: 'a?b' } }, [got('/~notes/a?b'), got('/~notes/a%253Fb')]],
    ['dropNote', { path: { note_id: 'a/b' } }, [got('/~notes/a/b'), got('/~notes/a%2Fb')]],
    [
      'listNotes',
      { query: { limit: 1, tag: ['x', 'y'] } },
      [
        { request: { target: '/~notes?tag=x&limit=1' } },
        { request: { target: '/~notes?limit=1&limit=1&tag=y&tag=x' } },
      ],
    ],
  ]);
  const inOrder = clustered(all);
  expect(inOrder.length).toBeGreaterThan(8);
  fc.assert(
    fc.property(fc.shuffledSubarray([...all], { minLength: all.length }), (shuffled) => {
      expect(clustered(shuffled).map(comparable)).toEqual(inOrder.map(comparable));
    }),
    { numRuns: lawRuns(30, 1000) },
  );
});

/**
 * The parts of a cluster from which a finding is made. Sets and maps are sorted, so that two clusters can be compared.
 */
function comparable({
  key,
  rule,
  smallest,
  surfaces,
  operations,
  backends,
  occurrences,
  firstIndex,
  evidence,
}: Cluster): object {
  const items = [...evidence.values()].map(({ item }) => JSON.stringify(item)).toSorted();
  return {
    key,
    rule: rule.id,
    smallest,
    surfaces: [...surfaces].toSorted(),
    operations: [...operations].toSorted(),
    backends: [...backends].toSorted(),
    occurrences,
    firstIndex,
    items,
  };
}
