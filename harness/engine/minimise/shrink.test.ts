import { describe, expect, test } from 'vitest';
import type { BodyWay } from '../../../contract/body-way.js';
import type { Case, CaseInput } from '../../../contract/case.js';
import { inputViolations, isValidInput } from '../../../contract/inputs/input-violations.js';
import { CaseMaker } from '../../cases/make-cases.js';
import { inputSize } from '../../cases/shrinking/shrink-input.js';
import type { Contract } from '../../../contract/contract.js';
import { contractAt, contractOf, itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import type { Operation } from '../../../contract/operation.js';
import type { Violation } from '../../../rules/finding.js';
import { classOf } from '../plan/case-class.js';
import { planCases } from '../plan/case-plan.js';
import { MAX_SHRINK_CALLS, type Shrunk, shrink } from './shrink.js';

const contract = await itemService();
const operation = operationOf(contract, 'createItem');
const maker = new CaseMaker(contract, { seed: 2, runs: 60, values: new Map() });
const SHOWN = { kind: 'planted' } as Violation;

/** Shrinks the input of a case. Adds every candidate that is tried to `seen`. */
function shrunk(
  start: Case,
  shows: (input: CaseInput) => boolean,
  seen: Case[] = [],
  kind = 'planted',
): Promise<Shrunk> {
  const subject = {
    contract,
    operation,
    maker,
    shows: async (candidate: Case) => {
      seen.push(candidate);
      return shows(candidate.input) ? SHOWN : undefined;
    },
    stopped: () => false,
  };
  return shrink(subject, start, { ...SHOWN, kind });
}

describe('candidates for a smaller case break the same constraint as the case, or none if it is valid', () => {
  test('all candidates for a valid case are valid', async () => {
    for (const start of maker.make(operation, 'valid').slice(0, 12)) {
      const seen: Case[] = [];
      const { case: smallest } = await shrunk(start, () => true, seen);
      expect(seen.filter(({ input }) => !isValidInput(contract, operation, input))).toEqual([]);
      expect(smallest.input).toEqual({ body: { name: 'a' } });
    }
  });

  test('a candidate has the same media type as the case, or omits the media type', async () => {
    const content = {
      'application/json': { schema: { type: 'object' } },
      'text/plain': { schema: { type: 'string' } },
    };
    const responses = { '204': { description: 'Taken.' } };
    const optional = await contractOf({
      paths: { '/a': { post: { operationId: 'take', requestBody: { content }, responses } } },
    });
    const subject = { contract: optional, operation: operationOf(optional, 'take') };
    const own = new CaseMaker(optional, { seed: 1, runs: 1, values: new Map() });
    const [made] = own.make(subject.operation, 'valid');
    if (made === undefined) throw new Error('no case');
    const expectationOf = classOf({ ...subject, maker: own }, { ...made, input: { mediaType: 'text/plain' } });
    const inputs: readonly CaseInput[] = [{ mediaType: 'a' }, { mediaType: 'text/plain' }, {}];
    expect(inputs.map((input) => expectationOf(input)?.kind)).toEqual([undefined, 'accepted', 'accepted']);
  });

  test('all candidates for an invalid case break the same constraint and no other', async () => {
    const broken = maker.make(operation, 'invalid').filter(({ expect: promised }) => promised.kind === 'rejected');
    expect(broken.length).toBeGreaterThan(60);
    for (const start of broken) {
      const places = (input: CaseInput): readonly string[] =>
        inputViolations(contract, operation, input).map(({ keyword, pointer }) => `${keyword} ${pointer}`);
      const first = places(start.input);
      const seen: Case[] = [];
      const { case: smallest } = await shrunk(start, () => true, seen);
      for (const { input, expect: promised } of seen) {
        expect([input, promised]).toEqual([input, start.expect]);
        expect(places(input).filter((place) => !first.includes(place))).toEqual([]);
      }
      expect(inputSize(smallest.input)).toBeLessThanOrEqual(inputSize(start.input));
      expect(places(smallest.input)).toContain(
        start.expect.kind === 'rejected' ? `${start.expect.keyword} ${start.expect.pointer}` : '',
      );
    }
  });
});

test('the search continues from the last case that showed the fault, and tries no candidate twice', async () => {
  const shows = ({ body }: CaseInput): boolean => JSON.stringify(body ?? null).includes('"note"');
  const [start] = maker
    .make(operation, 'valid')
    .filter(({ input }) => shows(input))
    .toSorted((a, b) => inputSize(b.input) - inputSize(a.input));
  if (start === undefined) throw new Error('no case has a note');
  const seen: Case[] = [];
  const { case: smallest, calls } = await shrunk(start, shows, seen);
  const texts = seen.map(({ input }) => JSON.stringify(input));
  expect(new Set(texts).size).toBe(texts.length);
  expect([calls, calls <= 20]).toEqual([seen.length, true]);
  expect(JSON.stringify(smallest.input)).toBe('{"body":{"name":"a","note":"a"}}');
});

test('the number of calls in a search is limited, and the limit is lower for slow faults', async () => {
  const [start] = maker.make(operation, 'valid').toSorted((a, b) => inputSize(b.input) - inputSize(a.input));
  if (start === undefined) throw new Error('no valid case');
  let turn = 0;
  const seldom = (): boolean => (turn += 1) % 7 === 0;
  expect((await shrunk(start, seldom)).calls).toBeLessThanOrEqual(MAX_SHRINK_CALLS);
  expect((await shrunk(start, seldom, [], 'timeout')).calls).toBe(6);
});

describe.each(['contract/fixtures/edge-cases.openapi.yaml', 'contract/science-runtime.openapi.yaml'])('%s', (file) => {
  test('candidates for a smaller case are valid if the case is valid, and invalid if it is invalid', async () => {
    const other = await contractAt(file);
    const cases = new CaseMaker(other, { seed: 5, runs: 3, values: new Map() });
    for (const each of other.operations) {
      const starts = (['valid', 'boundary', 'invalid'] as const).flatMap((kind) =>
        cases.make(each, kind).toReversed().slice(0, lawRuns(2, 6)),
      );
      for (const start of starts.filter(
        ({ expect: promised }) => promised.kind === 'rejected' || promised.kind.startsWith('accepted'),
      )) {
        await expectSameClass(other, each, cases, start);
      }
    }
  });
});

/**
 * Shrinks a case as if every third candidate showed the fault. Checks each candidate: if the case is valid, it must be
 * valid; if not, it must break the same constraint.
 */
async function expectSameClass(other: Contract, each: Operation, cases: CaseMaker, start: Case): Promise<void> {
  const places = (input: CaseInput): readonly string[] =>
    inputViolations(other, each, input).map(({ keyword, pointer }) => `${keyword} ${pointer}`);
  const first = places(start.input);
  const { expect: promised } = start;
  let turn = 0;
  const shows = async ({ input }: Case): Promise<Violation | undefined> => {
    if (promised.kind === 'rejected') {
      expect(places(input)).toContain(`${promised.keyword} ${promised.pointer}`);
      expect([start.id, places(input).filter((place) => !first.includes(place))]).toEqual([start.id, []]);
    } else expect([start.id, input, isValidInput(other, each, input)]).toEqual([start.id, input, true]);
    turn += 1;
    return turn % 3 === 0 ? SHOWN : undefined;
  };
  const { calls } = await shrink(
    { contract: other, operation: each, maker: cases, shows, stopped: () => false },
    start,
    SHOWN,
  );
  expect(calls).toBeLessThanOrEqual(MAX_SHRINK_CALLS);
}

/** Shrinks a case, including its setup calls and preceding calls. */
async function shrunkCase(
  start: Case,
  shows: (candidate: Case) => boolean,
  of = operation,
  from = contract,
  violation = SHOWN,
): Promise<Shrunk> {
  const subject = {
    contract: from,
    operation: of,
    maker: from === contract ? maker : new CaseMaker(from, { seed: 2, runs: 4, values: new Map() }),
  };
  return shrink(
    { ...subject, shows: async (candidate) => (shows(candidate) ? violation : undefined), stopped: () => false },
    start,
    violation,
  );
}

function creating(body: Json, more: Partial<Case> = {}): Case {
  const provenance = { kind: 'valid', name: '0' } as const;
  return {
    id: 'createItem/valid/0',
    operation: operation.id,
    input: { body },
    provenance,
    expect: { kind: 'accepted' },
    token: 'configured',
    gate: 'approved',
    ...more,
  };
}

const NAN = creating({ name: 'NaN', note: null });

test.each<readonly [string, Case, (candidate: Case) => boolean, object]>([
  [
    'a fault that needs no preceding call',
    creating({ name: 'zz' }, { precedingCalls: [NAN, NAN] }),
    () => true,
    { input: { body: { name: 'a' } } },
  ],
  [
    'a fault that needs one of three preceding calls',
    creating({ name: 'zz' }, { precedingCalls: [creating({ name: 'x' }), NAN, creating({ name: 'y' })] }),
    ({ precedingCalls }) => precedingCalls?.some(({ input }) => JSON.stringify(input).includes('null')) === true,
    { input: { body: { name: 'a' } }, precedingCalls: [{ input: { body: { name: 'a', note: null } } }] },
  ],
  [
    'a fault that needs the same call twice, so both calls are shrunk together',
    { ...NAN, precedingCalls: [NAN] },
    ({ input, precedingCalls }) => JSON.stringify(precedingCalls?.[0]?.input) === JSON.stringify(input),
    { input: { body: { name: 'a' } }, precedingCalls: [{ input: { body: { name: 'a' } } }] },
  ],
  [
    'a fault that needs a preceding call with any input, so this call is shrunk separately',
    { ...NAN, precedingCalls: [NAN] },
    ({ input, precedingCalls }) => precedingCalls?.length === 1 && JSON.stringify(input).includes('null'),
    { input: { body: { name: 'a', note: null } }, precedingCalls: [{ input: { body: { name: 'a' } } }] },
  ],
])('only the preceding calls that the fault needs are kept: %s', async (_, start, shows, want) => {
  const { case: smallest } = await shrunkCase(start, shows);
  expect(smallest).toMatchObject(want);
  if (!('after' in want)) expect(smallest).not.toHaveProperty('after');
});

describe('a preceding call may fail only if the fault occurs after a failed call too', () => {
  const getItem = operationOf(contract, 'getItem');
  const values = new Map([['item_id', { known: ['item-0001'], only: false }]]);
  const getting = (item_id: string, more: Partial<Case>): Case => ({
    ...creating({}),
    operation: getItem.id,
    input: { path: { item_id } },
    ...more,
  });
  const prior = getting('item-0001', {});
  const start = getting('aaa', { expect: { kind: 'accepted-or-absent' }, precedingCalls: [prior] });
  const shrunkAfter = (needed: (before: Case) => boolean): Promise<Shrunk> => {
    const shows = async ({ precedingCalls: [before] = [] }: Case): Promise<Violation | undefined> =>
      before && needed(before) ? SHOWN : undefined;
    const subject = {
      contract,
      operation: getItem,
      maker: new CaseMaker(contract, { seed: 2, runs: 4, values }),
      shows,
      stopped: () => false,
    };
    return shrink(subject, start, SHOWN);
  };

  test('a preceding call stays unchanged if one attempt shows that it must succeed', async () => {
    const { case: smallest, calls } = await shrunkAfter(({ expect: promised }) => promised.kind === 'accepted');
    expect(smallest).toEqual(start);
    expect(calls).toBe(2);
  });

  test('a preceding call gets an unknown identifier if the fault also occurs after the call fails', async () => {
    const { case: smallest } = await shrunkAfter(() => true);
    expect(smallest.precedingCalls).toMatchObject([
      { input: { path: { item_id: 'aaa' } }, expect: { kind: 'accepted-or-absent' } },
    ]);
  });
});

test.each<readonly [string, (way: BodyWay | undefined) => boolean, BodyWay, BodyWay | undefined]>([
  ['the fault occurs with every way to pass the body', () => true, 'standard-input', undefined],
  [
    'the fault occurs only if the body is passed on standard input',
    (way) => way === 'standard-input',
    'standard-input',
    'standard-input',
  ],
  [
    'the fault occurs with a file and with standard input, so the simpler standard input is kept',
    (way) => way !== undefined,
    'file',
    'standard-input',
  ],
  ['the fault occurs only if the body is passed in a file', (way) => way === 'file', 'file', 'file'],
])('the way to pass the body is kept only if the fault needs it: %s', async (_, shows, bodyWay, want) => {
  const { case: smallest } = await shrunkCase(creating({ name: 'zz', note: 'é' }, { bodyWay }), (candidate) =>
    shows(candidate.bodyWay),
  );
  expect([smallest.bodyWay, smallest.input]).toEqual([want, { body: { name: 'a' } }]);
});

describe('setup calls are shrunk too', () => {
  const RUN = { objective: 'rosenbrock', dimensions: 30, iterations: 900, step: 0.25, seed: 4_294_967_295 };
  const following = async (): Promise<readonly [Contract, Case]> => {
    const science = await contractAt('contract/science-runtime.openapi.yaml');
    const [base] = planCases(science, science.operations, new Set(['examples']), {
      seed: 1,
      runs: 1,
      values: new Map(),
    }).cases.filter(({ case: { setup } }) => setup !== undefined);
    const call = base?.case.setup?.[0];
    if (base === undefined || call === undefined) throw new Error('no case has a setup call');
    const run_id = 'NaN_x-9';
    return [
      science,
      { ...base.case, input: { path: { run_id } }, setup: [{ ...call, input: { body: { run_id, ...RUN } } }] },
    ];
  };
  const bodyOf = ({ setup }: Case): unknown => setup?.[0]?.input.body;
  const follow = (science: Contract): Operation => operationOf(science, 'streamRunEvents');

  test('a setup call is shrunk together with its case, with the same simple id', async () => {
    const [science, start] = await following();
    const { case: smallest } = await shrunkCase(start, () => true, follow(science), science);
    expect(smallest.input).toEqual({ path: { run_id: 'aaa' } });
    expect(bodyOf(smallest)).toEqual({ run_id: 'aaa', objective: 'sphere', dimensions: 1, seed: 0 });
  });

  test('the parts of a setup call and of its case that show the violation are kept', async () => {
    const [science, start] = await following();
    const shows = (candidate: Case): boolean =>
      JSON.stringify(bodyOf(candidate)).includes('"step"') && JSON.stringify(candidate.input).includes('-');
    const { case: smallest } = await shrunkCase(start, shows, follow(science), science);
    expect(smallest.input).toEqual({ path: { run_id: 'a-a' } });
    expect(bodyOf(smallest)).toEqual({ run_id: 'a-a', objective: 'sphere', dimensions: 1, step: 1, seed: 0 });
  });
});

test.each<readonly [string, Partial<Violation>, number, CaseInput]>([
  ['a violation at an element of the list', { pointer: '/response/body/items/7/name' }, 1, { query: { limit: 1 } }],
  ['a violation of the whole list', { pointer: '/response/body/items', expected: [1, 2] }, 1, { query: { limit: 1 } }],
  ['a violation that needs a second element', { pointer: '/response/body/items/7/name' }, 2, { query: { limit: 2 } }],
  ['a violation that does not concern a list', { pointer: '/response/status', expected: 200 }, 1, {}],
])('the requested page is as short as the violation allows: %s → $3', async (_, violation, least, want) => {
  const list = operationOf(contract, 'listItems');
  const start = { ...creating({}), operation: list.id, input: { query: { limit: 77 } } };
  const isLong = ({ input }: Case): boolean => Number(input.query?.['limit'] ?? 20) >= least;
  const { case: smallest } = await shrunkCase(start, isLong, list, contract, { ...SHOWN, ...violation });
  expect(smallest.input).toEqual(want);
});

test('a search that starts with the same case and the same fault finds the same smallest case', async () => {
  const start = creating(
    { name: 'NaN', note: 'é/\u200D', labels: { 'x.y': '', null: 'z' }, price: 19.99 },
    { precedingCalls: [NAN, NAN], bodyWay: 'file' },
  );
  const shows = (candidate: Case): boolean => JSON.stringify(candidate).length % 3 !== 0;
  expect(await shrunkCase(start, shows)).toEqual(await shrunkCase(start, shows));
});
