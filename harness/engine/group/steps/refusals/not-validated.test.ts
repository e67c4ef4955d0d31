import { beforeAll, expect, test } from 'vitest';
import type { Json } from '../../../../../contract/json/json.js';
import type { Contract } from '../../../../../contract/contract.js';
import type { OperationId } from '../../../../../contract/operation.js';
import { type SeenCall, contextOf, replied, trialOf } from '../../../../../rules/fixtures/trials.js';
import { notesContract } from '../../../../miniatures/workloads.js';
import { type Cluster, Clusters } from '../../cluster.js';
import { judge } from '../../../judge/judge.js';
import { NOT_VALIDATED_STEP, RANGE_STEP, SWITCHED_OFF_STEP } from './not-validated.js';

let contract: Contract;
beforeAll(async () => {
  contract = await notesContract();
});

const CONSTRAINTS = ['required /body/title', 'type /body/rank', 'maxLength /body/title', 'minimum /body/rank'];

/** Clusters for a service that accepts invalid inputs. There is one input for each broken constraint. */
function taken(constraints: readonly string[]): Clusters {
  const clusters = new Clusters();
  const value = { title: 'a', note_id: '1', made_at: '2026-01-01T00:00:00Z' };
  const reply: SeenCall = {
    response: replied(201, value, [['Location', '/~notes/1']]),
    outcome: { kind: 'value', status: 201, value },
  };
  for (const [index, constraint] of constraints.entries()) {
    const [keyword = '', pointer = ''] = constraint.split(' ');
    // The invalid value is a number where another type is required, or a day that does not exist.
    const placed = new Map<string, Json>([
      ['convertible', index + 1],
      ['calendar', `2026-04-${31 + index}`],
    ]).get(keyword);
    const [name = '', item] = pointer.slice('/body/'.length).split('/');
    const converted = placed === undefined ? {} : { [name]: item === undefined ? placed : [placed] };
    const trial = trialOf(contract, 'createNote', { body: { title: 'a'.repeat(index + 1), ...converted } }, [reply]);
    const broke = keyword.replace('convertible', 'type').replace('calendar', 'format');
    const expected = { kind: 'rejected', keyword: broke, pointer } as const;
    const broken = { ...trial, case: { ...trial.case, expect: expected } };
    clusters.add(
      { trial: broken, index, backend: 'reference' },
      judge(broken, contextOf(contract, { isolated: false })).broken,
    );
  }
  return clusters;
}

function grouped(count: number, operation = '', enforced: readonly string[] = []): readonly Cluster[] {
  return groupedBy(CONSTRAINTS.slice(0, count), operation, enforced);
}

function groupedBy(constraints: readonly string[], operation: string, enforced: readonly string[]): readonly Cluster[] {
  const accepted = taken(constraints)
    .inOrder()
    .filter(({ rule }) => rule.id === 'conformance/invalid-rejected');
  expect(accepted).toHaveLength(constraints.length);
  const facts = { enforced: new Map([[operation as OperationId, new Set(enforced)]]) };
  return SWITCHED_OFF_STEP.apply(NOT_VALIDATED_STEP.apply(accepted, facts), facts);
}

test('an operation that enforces almost no constraint has one finding, with each constraint as evidence', () => {
  const [only, ...others] = grouped(4, 'createNote', ['required /body']);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ occurrences: 4, summary: '4 of 5 constraints that were tried are not enforced.' });
  const evidence = [...(only?.evidence.values() ?? [])].map(({ item }) => item.pointer);
  expect(evidence).toEqual(['/body/rank', '/body/title', '/body/rank']);
});

test.each<readonly [string, () => readonly Cluster[], number]>([
  [
    'four constraints of an operation that enforces two others',
    () => grouped(4, 'createNote', ['required /body', 'type /body']),
    4,
  ],
  ['the only two constraints of an operation', () => grouped(2), 2],
  [
    'all constraints of an operation, while another operation enforces its constraints',
    () => grouped(4, 'listNotes', ['type /query/limit', 'maximum /query/limit']),
    1,
  ],
])('groups constraints that are not enforced: %s (findings: $2)', (_, given, want) => {
  expect(given()).toHaveLength(want);
});

test('an argument without any enforced constraint has one finding, even if other arguments are validated', () => {
  const nested = ['type /query/filter', 'type /query/filter/limit', 'minimum /query/filter/limit'];
  const enforced = ['type /query/limit', 'minimum /query/limit', 'required /body', 'type /body/rank'];
  const found = groupedBy([...nested, 'maxLength /body/title'], 'createNote', enforced);
  expect(found.map(({ summary }) => summary)).toEqual([
    '3 of 3 constraints that were tried are not enforced.',
    undefined,
  ]);
});

test.each<readonly [string, { given: readonly string[]; enforced: readonly string[]; want: number }]>([
  [
    'a service that enforces only that a parameter is present has one finding',
    { given: ['enum /header/tags/0', 'uniqueItems /header/tags'], enforced: ['required /header/tags'], want: 1 },
  ],
  [
    'a service that enforces one constraint of a parameter has a finding for each of the others',
    { given: ['enum /header/tags/0', 'uniqueItems /header/tags'], enforced: ['minItems /header/tags'], want: 2 },
  ],
  [
    'a service that enforces no constraint of two parameters has two findings',
    { given: ['enum /header/tags/0', 'pattern /cookie/mark'], enforced: [], want: 2 },
  ],
  [
    'a service that enforces no constraint of two members of the body has two findings',
    { given: ['enum /body/a', 'pattern /body/b'], enforced: [], want: 2 },
  ],
])('groups unenforced constraints by argument: %s', (_, { given, enforced, want }) => {
  expect(groupedBy(given, 'createNote', enforced)).toHaveLength(want);
});

const QUERY_TYPES = ['type /query/size', 'type /query/limit', 'type /query/offset', 'type /query/open'];
const OTHERS = ['maximum /query/page', 'required /body', 'minLength /body/title'];

test.each<
  readonly [string, { given: readonly string[]; enforced: readonly string[]; want: readonly (string | undefined)[] }]
>([
  [
    'invalid values are accepted for all formats',
    {
      given: ['format /body/a', 'format /body/b'],
      enforced: ['type /body/a'],
      want: ['None of the 2 formats that were tried is enforced.'],
    },
  ],
  [
    'an exclusive minimum and an exclusive maximum are not enforced, and an inclusive bound is enforced',
    {
      given: ['exclusiveMinimum /body/a', 'exclusiveMaximum /body/b', 'minimum /body/c'],
      enforced: ['type /body/a', 'minimum /body/d', 'type /body/d'],
      want: ['None of the 2 exclusive bounds that were tried is enforced.', undefined],
    },
  ],
  [
    'two multiples are not enforced, and a third multiple is enforced',
    {
      given: ['multipleOf /body/a', 'multipleOf /body/b'],
      enforced: ['multipleOf /body/c', 'type /body/a'],
      want: [undefined, undefined],
    },
  ],
  [
    'unknown members are accepted in two objects that are closed by different keywords',
    {
      given: ['unevaluatedProperties /body', 'type /body/rank', 'additionalProperties /body/spot'],
      enforced: ['required /body', 'minimum /body/rank'],
      want: ['None of the 2 closed objects that were tried is enforced.', undefined],
    },
  ],
  [
    'convertible values are accepted, but other values of a wrong type are refused at the same places',
    {
      given: ['convertible /body/rank', 'convertible /body/made'],
      enforced: ['convertible type /body/rank', 'required /body', 'type /body', 'type /body/made'],
      want: ['Values of a wrong type are accepted at all 2 places where they can be converted.'],
    },
  ],
  [
    'convertible values are accepted at two places and refused at a third place',
    {
      given: ['convertible /body/rank', 'convertible /body/made'],
      enforced: ['convertible type /body/spot', 'required /body', 'type /body', 'type /body/made'],
      want: [undefined, undefined],
    },
  ],
  [
    'convertible values are refused only where an enumeration refuses the converted value too',
    {
      given: ['convertible /body/rank', 'convertible /body/made'],
      enforced: ['convertible type /body/state', 'enum /body/state', 'required /body', 'type /body', 'type /body/made'],
      want: ['Values of a wrong type are accepted at all 2 places where they can be converted.'],
    },
  ],
  [
    'convertible values are refused only at a place that expects a list',
    {
      given: ['convertible /body/rank', 'convertible /body/made'],
      enforced: ['convertible type /body/tags', 'maxLength /body/tags/0', 'required /body', 'type /body'],
      want: ['Values of a wrong type are accepted at all 2 places where they can be converted.'],
    },
  ],
  [
    'convertible values are accepted in one element of a list and refused only in another element of this list',
    {
      given: ['convertible /body/tags/0', 'convertible /body/made'],
      enforced: ['convertible type /body/tags/2', 'required /body', 'type /body', 'type /body/made'],
      want: ['Values of a wrong type are accepted at all 2 places where they can be converted.'],
    },
  ],
  [
    'unknown members are accepted, except a member with one special name',
    {
      given: ['additionalProperties /body', 'additionalProperties /body/spot'],
      enforced: ['additionalProperties /body', 'required /body', 'type /body/rank'],
      want: ['None of the 2 closed objects that were tried is enforced.'],
    },
  ],
  [
    'unknown members are accepted in one of two objects',
    {
      given: ['additionalProperties /body', 'additionalProperties /body/spot'],
      enforced: ['additionalProperties /body/seat', 'required /body', 'type /body/rank'],
      want: [undefined, undefined],
    },
  ],
  [
    'days that do not exist are accepted, but other invalid dates are refused',
    {
      given: ['calendar /body/a', 'calendar /body/b'],
      enforced: ['format /body/a', 'format /body/b'],
      want: ['None of the 2 days of months that were tried is enforced.'],
    },
  ],
  [
    'values of a wrong type are accepted for four query parameters and refused for one',
    {
      given: QUERY_TYPES,
      enforced: ['type /query/page', ...OTHERS],
      want: ['Values of a wrong type are accepted for 4 of 5 query parameters that were tried.'],
    },
  ],
  [
    'values of a wrong type are accepted for three paging parameters and refused for other parameters',
    {
      given: QUERY_TYPES.slice(0, 3),
      enforced: ['type /query/author', 'type /query/price', ...OTHERS],
      want: ['Values of a wrong type are accepted for all 3 paging parameters that were tried.'],
    },
  ],
  [
    'values of a wrong type are accepted for three query parameters and refused for one paging parameter',
    {
      given: QUERY_TYPES.slice(1),
      enforced: ['type /query/page', ...OTHERS],
      want: [undefined, undefined, undefined],
    },
  ],
  [
    'values of a wrong type are accepted for only two query parameters',
    { given: QUERY_TYPES.slice(2), enforced: OTHERS, want: [undefined, undefined] },
  ],
  [
    'one format is enforced, and other formats are not',
    { given: ['format /body/a', 'format /body/b'], enforced: ['format /body/c'], want: [undefined, undefined] },
  ],
])('states in a summary what the service does not validate: %s', (_, { given, enforced, want }) => {
  expect(groupedBy(given, 'createNote', enforced).map(({ summary }) => summary)).toEqual(want);
});

test.each([
  [
    'an unenforced minimum and an unenforced maximum of one value',
    ['minimum /body/rank', 'exclusiveMaximum /body/rank'],
    1,
  ],
  ['unenforced bounds of two different values', ['minimum /body/rank', 'maximum /body/year'], 2],
  [
    'an unenforced bound and another unenforced constraint of one value',
    ['minimum /body/rank', 'multipleOf /body/rank'],
    2,
  ],
])('groups unenforced bounds: %s (findings: $2)', (_, given, want) => {
  expect(RANGE_STEP.apply(groupedBy(given, 'createNote', []), { enforced: new Map() })).toHaveLength(want);
});

test.each([
  [
    'an accepted fraction and two unenforced bounds of the same value',
    ['minimum /body/rank', 'maximum /body/rank', 'convertible /body/rank'],
    1,
  ],
  [
    'an accepted fraction and one unenforced bound of the same value',
    ['minimum /body/rank', 'convertible /body/rank'],
    2,
  ],
  [
    'an accepted fraction and unenforced bounds of another value',
    ['minimum /body/rank', 'maximum /body/rank', 'convertible /body/year'],
    2,
  ],
])('groups accepted fractions with unenforced bounds: %s (findings: $2)', (_, given, want) => {
  const enforced = new Set(['convertible type /body/rank', 'convertible type /body/year']);
  const facts = { enforced: new Map([['createNote' as OperationId, enforced]]) };
  const clusters = groupedBy(given, 'createNote', ['required /body']);
  expect(RANGE_STEP.apply(clusters, facts)).toHaveLength(want);
});

test('a value of a wrong type that is accepted as an integer is a separate finding from unenforced bounds', () => {
  const given = ['minimum /body/rank', 'maximum /body/rank', 'convertible /body/rank'];
  const clusters = groupedBy(given, 'createNote', ['required /body']);
  expect(RANGE_STEP.apply(clusters, { enforced: new Map() })).toHaveLength(2);
});

/**
 * Names of members of a body. In the test below, the service accepts a value of a wrong type for each of the first
 * `given` members: `updateNote` accepts the last one, `createNote` all others.
 */
const MEMBERS = ['rank', 'made', 'spot', 'state', 'title', 'seat', 'year', 'size'];

test.each([
  [
    'eight accepted places are one finding',
    { given: 8, want: ['Values of a wrong type are accepted at all 8 places where they can be converted.'] },
  ],
  ['seven accepted places are separate findings', { given: 7, want: Array.from({ length: 7 }, () => undefined) }],
])('two operations accept converted values at different places: %s', (_, { given, want }) => {
  const constraints = MEMBERS.slice(0, given).map((name) => `convertible /body/${name}`);
  const [last, ...others] = taken(constraints)
    .inOrder()
    .filter(({ rule }) => rule.id === 'conformance/invalid-rejected')
    .toReversed();
  if (last === undefined) throw new Error('no cluster');
  const updateNote = 'updateNote' as OperationId;
  const { smallest } = last;
  const ofUpdate = { ...last, smallest: { ...smallest, case: { ...smallest.case, operation: updateNote } } };
  const refused = new Set(
    constraints.slice(0, -1).map((constraint) => constraint.replace('convertible', 'convertible type')),
  );
  const facts = { enforced: new Map([[updateNote, refused]]) };
  const made = SWITCHED_OFF_STEP.apply([...others.toReversed(), ofUpdate], facts);
  expect(made.map(({ summary }) => summary)).toEqual(want);
});
