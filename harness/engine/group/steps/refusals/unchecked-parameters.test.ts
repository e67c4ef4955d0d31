import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../../../../rules/fixtures/trials.js';
import { judge } from '../../../judge/judge.js';
import { Clusters } from '../../cluster.js';
import { SWITCHED_OFF_STEP } from './not-validated.js';

interface Given {
  /** Places of JSON parameters and of the body, each with a value of a wrong type. The service accepts these values. */
  readonly accepted: readonly (readonly [pointer: string, value: Json])[];
  readonly enforced: readonly string[];
  readonly operations?: readonly string[];
}

/** The input with a value at a pointer of two or three parts. */
function inputAt(pointer: string, value: Json): JsonObject {
  return pointer
    .split('/')
    .slice(1)
    .reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject;
}

/** The summaries of the findings about a service that accepts values of a wrong type. */
async function summaries({ accepted, enforced, operations = ['makeThing'] }: Given): Promise<readonly unknown[]> {
  const contract = await things();
  const clusters = new Clusters();
  for (const operation of operations) clusters.enforce(operation as never, enforced);
  const trials = operations.flatMap((operation) => accepted.map((each) => [operation, ...each] as const));
  for (const [index, [operation, pointer, value]] of trials.entries()) {
    const reply = { response: replied(201, {}), outcome: { kind: 'value', status: 201, value: {} } } as const;
    const expected = { kind: 'rejected', keyword: 'type', pointer } as const;
    const trial = trialOf(contract, operation, inputAt(pointer, value), [reply], { expect: expected });
    const { broken } = judge(trial, contextOf(contract, { isolated: false }));
    clusters.add(
      { trial, index, backend: 'live' },
      broken.filter(({ rule }) => rule.id === 'conformance/invalid-rejected'),
    );
  }
  return SWITCHED_OFF_STEP.apply(clusters.inOrder(), clusters).map(({ summary }) => summary);
}

const FILTER: Given['accepted'] = ['offset', 'limit', 'skip'].map((name) => [`/query/filter/${name}`, true]);
const OF_BODY = ['title', 'note', 'mark', 'made'].map((name) => `convertible type /body/${name}`);
const EACH = 'places of /query/filter where they can be converted.';

test.each<readonly [string, Given, readonly unknown[]]>([
  [
    'a parameter whose members accept them is one finding if the members of the body refuse them',
    { accepted: FILTER, enforced: OF_BODY },
    [`Values of a wrong type are accepted at all 3 ${EACH}`],
  ],
  [
    'the same parameter of two operations is one finding',
    { accepted: FILTER, enforced: OF_BODY, operations: ['makeThing', 'orderThing'] },
    [`Values of a wrong type are accepted at all 6 ${EACH}`],
  ],
  [
    'a member of the body that accepts them is a separate finding from the parameter',
    { accepted: [...FILTER, ['/body/rank', true]], enforced: OF_BODY },
    [`Values of a wrong type are accepted at all 3 ${EACH}`, undefined],
  ],
  [
    'members of a parameter are separate findings if another member refuses them',
    { accepted: FILTER, enforced: [...OF_BODY, 'convertible type /query/filter/order'] },
    [undefined, undefined, undefined],
  ],
  [
    'two members of a parameter are separate findings',
    { accepted: FILTER.slice(1), enforced: OF_BODY },
    [undefined, undefined],
  ],
  [
    'members of two parameters are separate findings',
    { accepted: [...FILTER.slice(1), ['/query/where/rank', true]], enforced: OF_BODY },
    [undefined, undefined, undefined],
  ],
])('values of a wrong type are grouped by parameter: %s', async (_, given, want) => {
  expect(await summaries(given)).toEqual(want);
});
