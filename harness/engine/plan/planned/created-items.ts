import type { Case, CaseInput, StepFeed } from '../../../../contract/case.js';
import type { CreatedReference } from '../../../../contract/collections/collection.js';
import { queryValue } from '../../../../contract/inputs/query-place.js';
import type { Operation } from '../../../../contract/operation.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { acceptedCases } from './accepted-cases.js';
import { isBroken } from './fed-ids.js';
import type { PlannedCase } from './planned-case.js';
import type { PlannedSequence } from './planned-sequence.js';
import { referredId } from './reference-id.js';

/** The maximum number of levels of items that are created before an item, because each refers to the next one. */
const MOST_LEVELS = 3;

/** Sequences that test unknown items have names that start with this text. Their references are not replaced. */
const OF_UNKNOWN = 'unknown-';

/**
 * Creates the items to which the bodies of a sequence must refer, before its first step. The steps take the identifiers
 * from the replies. Two references of one body get two items.
 */
export function withReferredItems(maker: CaseMaker, sequences: readonly PlannedSequence[]): readonly PlannedSequence[] {
  if (maker.options.created === undefined) return sequences;
  const known = new Map<Operation, readonly CaseInput[]>();
  const inputsOf = (create: Operation): readonly CaseInput[] => {
    const inputs = known.get(create) ?? acceptedCases(maker, create).map(({ input }) => input);
    known.set(create, inputs);
    return inputs;
  };
  return sequences.map((sequence) =>
    sequence.name.startsWith(OF_UNKNOWN) ? sequence : withItems({ maker, inputsOf }, sequence),
  );
}

interface Subject {
  readonly maker: CaseMaker;
  /** Returns inputs of a create operation. The service must accept them if the items to which they refer exist. */
  readonly inputsOf: (create: Operation) => readonly CaseInput[];
}

function withItems(subject: Subject, sequence: PlannedSequence): PlannedSequence {
  const before: PlannedCase[] = [];
  let own = sequence.steps;
  // The created items may refer to further items, which are then created before them.
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const items = new Map<string, PlannedCase>();
    const fed = [...before.splice(0), ...own].map((step) => withFeeds(subject, sequence, step, items));
    before.push(...items.values());
    own = fed;
    if (items.size === 0) break;
  }
  const all = [...before, ...own];
  return all.length === sequence.steps.length ? sequence : { ...sequence, steps: all };
}

/** The step with the identifiers of other items. Adds the steps that create these items to `items`. */
function withFeeds(
  { maker, inputsOf }: Subject,
  { name, steps }: PlannedSequence,
  step: PlannedCase,
  items: Map<string, PlannedCase>,
): PlannedCase {
  const { operation, case: made } = step;
  const feeds = (maker.options.created?.get(operation.id) ?? []).flatMap((reference, index): readonly StepFeed[] => {
    const { member, create, within, read } = reference;
    const value = replaceableValue(made, reference);
    const place = value === undefined ? undefined : referredId(maker.contract, create, read, [value]);
    if (place === undefined) return [];
    const id = `${create.id}/sequence/${name}-${steps[0]?.operation.id ?? ''}-${member}`;
    const inputs = inputsOf(create);
    const input = inputs[index % Math.max(inputs.length, 1)];
    if (input === undefined) return [];
    const provenance = { kind: 'sequence', name: `${name}-${member}` } as const;
    const chosen = { provenance, expect: { kind: 'accepted' }, token: 'configured', gate: 'approved' } as const;
    items.set(id, { operation: create, case: { id, operation: create.id, input, ...chosen } });
    return [{ ...place, in: 'body', name: member, ...(within !== undefined && { within }), step: id }];
  });
  return feeds.length === 0 ? step : { ...step, case: { ...made, feeds: [...(made.feeds ?? []), ...feeds] } };
}

/**
 * The value of a member of a body. `undefined` if the value must stay, because an earlier step supplies it or the
 * purpose of the case requires it.
 */
function replaceableValue(made: Case, { member: name, within }: CreatedReference): string | number | undefined {
  const place = { name, ...(within !== undefined && { within }) };
  const value = queryValue(made.input.body, place);
  const isFed = made.feeds?.some((feed) => feed.in === 'body' && feed.name === name) === true;
  const isFree = !isFed && !isBroken(made, place);
  return isFree && (typeof value === 'string' || typeof value === 'number') ? value : undefined;
}
