import type { Case, CaseInput, StepFeed } from '../../../../contract/case.js';
import { referencePlaces } from '../../../../contract/collections/body/created-references.js';
import { repeatedPlace } from '../../../../contract/collections/body/repeated-id.js';
import type { CreatedReference } from '../../../../contract/collections/collection.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import type { Json } from '../../../../contract/json/json.js';
import { withPart } from '../../../../contract/json/json-part.js';
import { pointerTokens, valueAt } from '../../../../contract/json/json-pointer.js';
import type { Operation } from '../../../../contract/operation.js';
import { createdMembers } from '../../../cases/case-options.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { acceptedBelow, acceptedCases } from './accepted-cases.js';
import { isBroken } from './fed-ids.js';
import type { PlannedCase } from './planned-case.js';
import type { PlannedSequence } from './planned-sequence.js';
import { referredId } from './reference-id.js';

/**
 * Longer lists of references are shortened to this number of elements, because each element gets an item of its own.
 */
const MOST_ELEMENTS = 3;
/** The maximum number of items that are created for one reference of a body. */
const MOST_PLACES = 20;

/** The maximum number of levels of items that are created before an item, because each refers to the next one. */
const MOST_LEVELS = 3;

/** Sequences that test unknown items have names that start with this text. Their references are not replaced. */
const OF_UNKNOWN = 'unknown-';

/**
 * Creates the items to which the bodies of a sequence must refer, before its first step. The steps take the identifiers
 * from the replies. Two references of one body get two items.
 */
export function withReferredItems(
  maker: CaseMaker,
  sequences: readonly PlannedSequence[],
  below: Below,
): readonly PlannedSequence[] {
  if (maker.options.created === undefined) return sequences;
  const known = new Map<Operation, readonly CaseInput[]>();
  const inputsOf = (create: Operation): readonly CaseInput[] => {
    const inputs = known.get(create) ?? inputsToCreate(maker, create);
    known.set(create, inputs);
    return inputs;
  };
  return sequences.map((sequence) =>
    sequence.name.startsWith(OF_UNKNOWN) ? sequence : withItems({ maker, inputsOf, below }, sequence),
  );
}

/**
 * Adds the calls that create the parents of an item to the call that creates the item: `POST /titles` before `POST
 * /titles/{title_id}/copies`. Returns only the call itself if its parents exist.
 */
export type Below = (made: PlannedCase, name: string) => readonly PlannedCase[];

/** The inputs of a create that are accepted at a known path, or else those at the path of a created parent. */
function inputsToCreate(maker: CaseMaker, create: Operation): readonly CaseInput[] {
  const accepted = acceptedCases(maker, create);
  const all = accepted.length > 0 || !create.path.includes('{') ? accepted : acceptedBelow(maker, create);
  return all.map(({ input }) => input);
}

interface Subject {
  readonly maker: CaseMaker;
  /** Returns inputs of a create operation. The service must accept them if the items to which they refer exist. */
  readonly inputsOf: (create: Operation) => readonly CaseInput[];
  readonly below: Below;
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
  { maker, inputsOf, below }: Subject,
  { name, steps }: PlannedSequence,
  step: PlannedCase,
  items: Map<string, PlannedCase>,
): PlannedCase {
  const { operation, case: given } = step;
  const references = createdMembers(maker.options, operation);
  const made = withShortLists(maker, operation, given, references);
  const feeds = references.flatMap((reference, index) => {
    const { member, create, id: found, within } = reference;
    const inputs = inputsOf(create);
    return freePlaces(made, reference).flatMap(({ pointer, value }, element): readonly StepFeed[] => {
      const place = referredId(maker.contract, create, found, [value]);
      const input = inputs[(index + element) % Math.max(inputs.length, 1)];
      if (place === undefined || input === undefined) return [];
      const own = `${name}-${steps[0]?.operation.id ?? ''}-${member}${element === 0 ? '' : `-${element}`}`;
      const id = `${create.id}/sequence/${own}`;
      const provenance = { kind: 'sequence', name: `${name}-${member}` } as const;
      const chosen = { provenance, expect: { kind: 'accepted' }, token: 'configured', gate: 'approved' } as const;
      const call = { operation: create, case: { id, operation: create.id, input, ...chosen } };
      for (const each of below(call, own)) items.set(each.case.id, each);
      const holder = reference.at === undefined ? within !== undefined && { within } : { at: pointer };
      return [{ ...place, in: 'body', name: member, ...holder, step: id }];
    });
  });
  return feeds.length === 0 ? step : { ...step, case: { ...made, feeds: [...(made.feeds ?? []), ...feeds] } };
}

/** Shortens lists with references, so that each element gets an item of its own. */
function withShortLists(
  { contract }: CaseMaker,
  operation: Operation,
  made: Case,
  references: readonly CreatedReference[],
): Case {
  if (made.expect.kind === 'rejected') return made;
  const lists = references.flatMap(({ at = '' }) => (at.includes('/*') ? [at.slice(0, at.indexOf('/*'))] : []));
  const input = lists.reduce<CaseInput>((shorter, list) => {
    const elements = valueAt(shorter.body, list);
    if (!Array.isArray(elements) || elements.length <= MOST_ELEMENTS) return shorter;
    const kept: Json = (elements as readonly Json[]).slice(0, MOST_ELEMENTS);
    const body = withPart(shorter.body ?? null, pointerTokens(list), kept);
    return isValidInput(contract, operation, { ...shorter, body }) ? { ...shorter, body } : shorter;
  }, made.input);
  return input === made.input ? made : { ...made, input };
}

/** The places of a reference in a body, except those that an earlier step or the purpose of the case decides. */
function freePlaces(
  made: Case,
  reference: CreatedReference,
): readonly { readonly pointer: string; readonly value: string | number }[] {
  const ofBody = (made.feeds ?? []).filter((feed) => feed.in === 'body');
  return referencePlaces(made.input.body, reference)
    .slice(0, MOST_PLACES)
    .flatMap(({ pointer, value }) => {
      const isFed = ofBody.some(
        ({ name, within, at }) => (at ?? repeatedPlace({ name, ...(within !== undefined && { within }) })) === pointer,
      );
      return isFed || isBroken(made, pointer) || (typeof value !== 'string' && typeof value !== 'number')
        ? []
        : [{ pointer, value }];
    });
}
