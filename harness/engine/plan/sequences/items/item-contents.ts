import type { Case, CaseInput, StepFeed } from '../../../../../contract/case.js';
import type { ItemRead } from '../../../../../contract/collections/collection.js';
import { inputText } from '../../../../../contract/input-text.js';
import type { Operation } from '../../../../../contract/operation.js';
import { bodyContent } from '../../../../../contract/wire/request/encode.js';
import { isJsonObject } from '../../../../../contract/json/json.js';
import { ownerParameter, segmentsBelow } from '../../../../../contract/path-relations.js';
import { streamOf } from '../../../../../contract/stream-of.js';
import { pathWithout, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange } from './item-steps.js';

/** The maximum number of items whose contents are read. */
const MOST_ITEMS = 4;

/** A file that contains every byte value. A service that reads files as text changes it. */
const ALL_BYTES = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));

/**
 * A sequence that creates items and reads what belongs to each item, such as `/files/{id}/content` or
 * `/jobs/{id}/result`. Then one item is removed, and its contents are read again. Lists and event streams have other
 * sequences.
 */
export function itemContents(items: ItemSteps): readonly PlannedSequence[] {
  const { collection, operations, creates, inputsOf } = items;
  const { create, read, list } = collection;
  if (create === undefined || read === undefined) return [];
  const contents = operations
    .filter((each) => each !== list?.operation && isContent(each, read))
    .map((content) => ({ content, input: withoutOptions(content, inputsOf(content)[0] ?? {}) }));
  if (contents.length === 0 || creates.length === 0) return [];
  const steps = new Steps('contents');
  const differing = differingInputs(creates);
  const planned = [...differing.map((each) => ({ ...each, expect: ACCEPTED })), ...withAllBytes(create, differing)];
  const addReads = (step: string, sent: CaseInput): void => {
    for (const { content, input } of contents) {
      const id: StepFeed = {
        ...read.id,
        name: ownerParameter(content.path, read.operation.path) ?? read.id.name,
        step,
      };
      const { path: _, ...rest } = input;
      const path = pathWithout(sent.path, id.name);
      steps.add(content, { input: { ...rest, ...path } }, { expect: { kind: 'accepted-or-absent' }, within: [id] });
    }
  };
  const made = planned.map(({ input: sent, expect }) => {
    const step = steps.add(create, { input: sent }, { expect });
    addReads(step, sent);
    return { step, sent };
  });
  const removal = collection.changes?.find(({ kind }) => kind === 'remove');
  const [first] = made;
  if (removal !== undefined && first !== undefined) {
    addChange(steps, removal, first.step, inputsOf(removal.operation)[0] ?? {});
    items.addRead(steps, first.step);
    addReads(first.step, first.sent);
  }
  return [steps.extraSequence()];
}

/** Whether an operation reads something at a fixed path below the item, such as `/files/{id}/content`. */
function isContent(operation: Operation, { operation: item }: ItemRead): boolean {
  const below = segmentsBelow(operation.path, item.path);
  return (
    operation.method === 'get' &&
    streamOf(operation) === undefined &&
    below.length > 0 &&
    below.every((segment) => !segment.includes('{'))
  );
}

/** The first and the last of the different inputs. The last ones are included because they are unusual. */
function differingInputs(creates: readonly { readonly input: CaseInput }[]): readonly { readonly input: CaseInput }[] {
  const distinct = [
    ...new Map(creates.toReversed().map((made) => [inputText(made.input), made])).values(),
  ].toReversed();
  return [...new Set([...distinct.slice(0, MOST_ITEMS / 2), ...distinct.slice(-MOST_ITEMS / 2)])];
}

const ACCEPTED = { kind: 'accepted' } as const;

/**
 * An input whose files contain every byte value, for a form with files of any type. A service may refuse such files.
 */
function withAllBytes(
  create: Operation,
  [made]: readonly { readonly input: CaseInput }[],
): readonly Pick<Case, 'input' | 'expect'>[] {
  const content = bodyContent(create, made?.input.mediaType);
  const body = made?.input.body;
  if (content === undefined || !isJsonObject(body)) return [];
  const isFile = (name: string): boolean => {
    const { isBinary, isEncoded, contentType } = content.encoding?.get(name) ?? {};
    return isBinary === true && isEncoded !== true && contentType === 'application/octet-stream';
  };
  const files = Object.keys(body).filter((name) => typeof body[name] === 'string' && isFile(name));
  const changed = { ...body, ...Object.fromEntries(files.map((name) => [name, ALL_BYTES])) };
  return files.length === 0 ? [] : [{ input: { ...made?.input, body: changed }, expect: { kind: 'answered' } }];
}
