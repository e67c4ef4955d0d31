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

/** Clusters of accepted invalid inputs, each with a different broken constraint. */
function taken(constraints: readonly string[]): Clusters {
  const clusters = new Clusters();
  const value = { title: 'a', note_id: '1', made_at: '2026-01-01T00:00:00Z' };
  const reply: SeenCall = {
    response: replied(201, value, [['Location', '/~notes/1']]),
    outcome: { kind: 'value', status: 201, value },
  };
  for (const [index, constraint] of constraints.entries()) {
    const [keyword = '', pointer = ''] = constraint.split(' ');
    // A number in place of another type, or a day that no month has, at the place of the constraint.
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

test('an operation that enforces almost no constraint has one fault, with each constraint as evidence', () => {
  const [only, ...others] = grouped(4, 'createNote', ['required /body']);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ occurrences: 4, summary: '4 of 5 constraints that were tried are not enforced.' });
  const evidence = [...(only?.evidence.values() ?? [])].map(({ item }) => item.pointer);
  expect(evidence).toEqual(['/body/rank', '/body/title', '/body/rank']);
});

test.each<readonly [string, { given: () => readonly Cluster[]; want: number }]>([
  [
    'the operation enforces some constraints',
    { given: () => grouped(4, 'createNote', ['required /body', 'type /body']), want: 4 },
  ],
  ['the operation has only two constraints', { given: () => grouped(2), want: 2 }],
  [
    'a different operation enforces its own constraints',
    { given: () => grouped(4, 'listNotes', ['type /query/limit', 'maximum /query/limit']), want: 1 },
  ],
])('number of findings for constraints that are not enforced: %s', (_, { given, want }) => {
  expect(given()).toHaveLength(want);
});

test('an argument without any enforced constraint has one fault, even if other arguments are validated', () => {
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
    'only the presence of a parameter',
    { given: ['enum /header/tags/0', 'uniqueItems /header/tags'], enforced: ['required /header/tags'], want: 1 },
  ],
  [
    'one constraint of a parameter',
    { given: ['enum /header/tags/0', 'uniqueItems /header/tags'], enforced: ['minItems /header/tags'], want: 2 },
  ],
  [
    'no constraint of two parameters',
    { given: ['enum /header/tags/0', 'pattern /cookie/mark'], enforced: [], want: 2 },
  ],
  ['no constraint of two members of the body', { given: ['enum /body/a', 'pattern /body/b'], enforced: [], want: 2 }],
])('number of findings if the service enforces %s', (_, { given, enforced, want }) => {
  expect(groupedBy(given, 'createNote', enforced)).toHaveLength(want);
});

const QUERY_TYPES = ['type /query/size', 'type /query/limit', 'type /query/offset', 'type /query/open'];
const OTHERS = ['maximum /query/page', 'required /body', 'minLength /body/title'];

test.each<
  readonly [string, { given: readonly string[]; enforced: readonly string[]; want: readonly (string | undefined)[] }]
>([
  [
    'formats are not asserted',
    {
      given: ['format /body/a', 'format /body/b'],
      enforced: ['type /body/a'],
      want: ['None of the 2 formats that were tried is enforced.'],
    },
  ],
  [
    'objects are not closed, by either keyword',
    {
      given: ['unevaluatedProperties /body', 'type /body/rank', 'additionalProperties /body/spot'],
      enforced: ['required /body', 'minimum /body/rank'],
      want: ['None of the 2 closed objects that were tried is enforced.', undefined],
    },
  ],
  [
    'convertible values are accepted, and other values at the same places are refused',
    {
      given: ['convertible /body/rank', 'convertible /body/made'],
      enforced: ['convertible type /body/rank', 'required /body', 'type /body', 'type /body/made'],
      want: ['Values of a wrong type are accepted at all 2 places where they can be converted.'],
    },
  ],
  [
    'convertible values are refused at another place',
    {
      given: ['convertible /body/rank', 'convertible /body/made'],
      enforced: ['convertible type /body/spot', 'required /body', 'type /body', 'type /body/made'],
      want: [undefined, undefined],
    },
  ],
  [
    'convertible values are refused only where an enumeration also refuses the converted value',
    {
      given: ['convertible /body/rank', 'convertible /body/made'],
      enforced: ['convertible type /body/state', 'enum /body/state', 'required /body', 'type /body', 'type /body/made'],
      want: ['Values of a wrong type are accepted at all 2 places where they can be converted.'],
    },
  ],
  [
    'convertible values are refused in place of a list',
    {
      given: ['convertible /body/rank', 'convertible /body/made'],
      enforced: ['convertible type /body/tags', 'maxLength /body/tags/0', 'required /body', 'type /body'],
      want: ['Values of a wrong type are accepted at all 2 places where they can be converted.'],
    },
  ],
  [
    'convertible values are refused in another item of an accepted list',
    {
      given: ['convertible /body/tags/0', 'convertible /body/made'],
      enforced: ['convertible type /body/tags/2', 'required /body', 'type /body', 'type /body/made'],
      want: ['Values of a wrong type are accepted at all 2 places where they can be converted.'],
    },
  ],
  [
    'objects are not closed, and one name of a member is refused',
    {
      given: ['additionalProperties /body', 'additionalProperties /body/spot'],
      enforced: ['additionalProperties /body', 'required /body', 'type /body/rank'],
      want: ['None of the 2 closed objects that were tried is enforced.'],
    },
  ],
  [
    'one of two objects is closed',
    {
      given: ['additionalProperties /body', 'additionalProperties /body/spot'],
      enforced: ['additionalProperties /body/seat', 'required /body', 'type /body/rank'],
      want: [undefined, undefined],
    },
  ],
  [
    'the days of months are not checked, and other texts are refused',
    {
      given: ['calendar /body/a', 'calendar /body/b'],
      enforced: ['format /body/a', 'format /body/b'],
      want: ['None of the 2 days of months that were tried is enforced.'],
    },
  ],
  [
    'types of four query parameters are not checked, and the type of one is',
    {
      given: QUERY_TYPES,
      enforced: ['type /query/page', ...OTHERS],
      want: ['Values of a wrong type are accepted for 4 of 5 query parameters that were tried.'],
    },
  ],
  [
    'types of three paging parameters are not checked, and the types of other parameters are',
    {
      given: QUERY_TYPES.slice(0, 3),
      enforced: ['type /query/author', 'type /query/price', ...OTHERS],
      want: ['Values of a wrong type are accepted for all 3 paging parameters that were tried.'],
    },
  ],
  [
    'types of three query parameters are not checked, and the type of one paging parameter is',
    {
      given: QUERY_TYPES.slice(1),
      enforced: ['type /query/page', ...OTHERS],
      want: [undefined, undefined, undefined],
    },
  ],
  [
    'types of two query parameters are not checked',
    { given: QUERY_TYPES.slice(2), enforced: OTHERS, want: [undefined, undefined] },
  ],
  [
    'one format is enforced',
    { given: ['format /body/a', 'format /body/b'], enforced: ['format /body/c'], want: [undefined, undefined] },
  ],
])('the finding summarises what is not validated: %s', (_, { given, enforced, want }) => {
  expect(groupedBy(given, 'createNote', enforced).map(({ summary }) => summary)).toEqual(want);
});

test.each([
  ['both bounds of one value', ['minimum /body/rank', 'exclusiveMaximum /body/rank'], 1],
  ['bounds of two values', ['minimum /body/rank', 'maximum /body/year'], 2],
  ['a bound, and another constraint', ['minimum /body/rank', 'multipleOf /body/rank'], 2],
])('number of findings for bounds that are not enforced: %s: %o', (_, given, want) => {
  expect(RANGE_STEP.apply(groupedBy(given, 'createNote', []), { enforced: new Map() })).toHaveLength(want);
});

test.each([
  ['a fraction, and both bounds', ['minimum /body/rank', 'maximum /body/rank', 'convertible /body/rank'], 1],
  ['a fraction, and one bound', ['minimum /body/rank', 'convertible /body/rank'], 2],
  ['a fraction of another value', ['minimum /body/rank', 'maximum /body/rank', 'convertible /body/year'], 2],
])('number of findings for fractions that are accepted: %s: %o', (_, given, want) => {
  const enforced = new Set(['convertible type /body/rank', 'convertible type /body/year']);
  const facts = { enforced: new Map([['createNote' as OperationId, enforced]]) };
  const clusters = groupedBy(given, 'createNote', ['required /body']);
  expect(RANGE_STEP.apply(clusters, facts)).toHaveLength(want);
});

test('values of a wrong type that are accepted as integers are a different fault from unenforced bounds', () => {
  const given = ['minimum /body/rank', 'maximum /body/rank', 'convertible /body/rank'];
  const clusters = groupedBy(given, 'createNote', ['required /body']);
  expect(RANGE_STEP.apply(clusters, { enforced: new Map() })).toHaveLength(2);
});

/** The names of eight members that the operation `createNote` accepts with a value of a wrong type. */
const MEMBERS = ['rank', 'made', 'spot', 'state', 'title', 'seat', 'year', 'size'];

test.each([
  [
    'the operation refuses every call',
    { given: 8, want: ['Values of a wrong type are accepted at all 8 places where they can be converted.'] },
  ],
  ['fewer than eight places are accepted', { given: 7, want: Array.from({ length: 7 }, () => undefined) }],
])('converted values that another operation refuses at the same places are one fault: %s', (_, { given, want }) => {
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
