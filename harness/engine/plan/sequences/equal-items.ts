import type { CaseInput, RawChange } from '../../../../contract/case.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { type Json, isJsonObject } from '../../../../contract/json/json.js';
import { hiddenMembers } from '../../../../contract/schema/schema-direction.js';
import { isJsonMediaType } from '../../../../contract/wire/message.js';
import type { Operation } from '../../../../contract/operation.js';
import { differing, sizeOf } from '../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/**
 * The number of items that are created to find repeated identifiers. If a service has a thousand possible random
 * identifiers, two of 40 items share one in half of the runs. With a hundred possible identifiers, two items share one
 * in nearly all runs.
 */
const MANY_ITEMS = 40;

type Creates = readonly { readonly input: CaseInput }[];

/**
 * A sequence that creates equal items. Between the equal items, it creates an item with as many members as possible,
 * and an item with different values.
 */
export function equalItems(create: Operation, creates: Creates): readonly PlannedSequence[] {
  const bySize = creates.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const [smallest, largest] = [bySize[0], bySize.at(-1)];
  if (smallest === undefined || largest === undefined || sizeOf(smallest) === sizeOf(largest)) return [];
  // The other item is the one that differs most from the largest. The first item of the list is not suitable, because
  // the service may still have its values from an earlier sequence.
  const [other] = creates.toSorted((one, two) => differing(two, largest) - differing(one, largest));
  const steps = new Steps('equal');
  for (const made of [smallest, largest, smallest, other ?? largest, smallest]) steps.add(create, made);
  return [steps.extraSequence()];
}

/** Values of several types and formats, for `readOnly` members. */
const VALUES: readonly Json[] = [
  'zz-9',
  '777.00',
  '7777',
  '00000000-0000-4000-8000-0000000fade0',
  '2001-02-03',
  '2001-02-03T04:05:06Z',
  777,
  true,
];

/**
 * A sequence that creates three items. The second item sends values for members that the contract marks as `readOnly`.
 */
export function readOnlyMembers(
  { schemas }: Contract,
  create: Operation,
  creates: Creates,
): readonly PlannedSequence[] {
  const [content] = create.requestBody?.content ?? [];
  const [first, second = first, third = second] = creates;
  const body = second?.input.body;
  if (content?.schema === undefined || !isJsonMediaType(content.mediaType) || !isJsonObject(body)) return [];
  const members = statedMembers(schemas, [content.schema]);
  const chosen = [...hiddenMembers(schemas, content.schema, 'input')].flatMap((name) => {
    const isValid = (value: Json): boolean => members.get(name)?.every((uri) => schemas.accepts(uri, value)) === true;
    const value = VALUES.find(isValid);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (chosen.length === 0 || first === undefined || second === undefined || third === undefined) return [];
  const text = Buffer.from(JSON.stringify({ ...body, ...Object.fromEntries(chosen) })).toString('latin1');
  const steps = new Steps('read-only');
  steps.add(create, first);
  const raw: RawChange = { fault: 'read-only', words: 'with values for members that are readOnly', body: text };
  steps.add(create, second, { raw, expect: { kind: 'answered' } });
  steps.add(create, third);
  return [steps.extraSequence()];
}

/**
 * A sequence that creates many items. If the service assigns random identifiers from a small range, some of them
 * repeat.
 */
export function manyItems(create: Operation, creates: Creates): readonly PlannedSequence[] {
  const [smallest] = creates.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  if (smallest === undefined) return [];
  const steps = new Steps('many');
  for (let index = 0; index < MANY_ITEMS; index += 1) steps.add(create, smallest);
  return [steps.extraSequence()];
}
