import type { Case, CaseInput, RawChange } from '../../../../contract/case.js';
import type { ItemChange } from '../../../../contract/collections/collection.js';
import { documentsStatus } from '../../../../contract/documented-responses.js';
import { inputText } from '../../../../contract/input-text.js';
import { type JsonObject, isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import {
  requiresPrecondition,
  takesOneTag,
  takesSeveralTags,
} from '../../../../contract/wire/request/preconditions.js';
import { sameJson } from '../../../../rules/values/same-json.js';
import { NO_TAG, type Precondition, isTagged, rawCondition, withTag } from '../planned/conditions.js';
import { schedulesAtOnce } from './items/at-once-schedules.js';
import { type ItemSteps, addChange, addPlainChange, changesWithBody } from './items/item-steps.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/**
 * Sequences of conditional requests (RFC 9110 §13), if the contract documents them. An item is read, and its `ETag`
 * (the current tag) is used in later requests. The harness adds the header to the request, because the contract may not
 * list the header as a parameter. The later requests are:
 * - a change with the current tag, and one with an outdated tag;
 * - a removal with an outdated tag;
 * - a change with the current tag as the second of two, if the contract states that `If-Match` takes several tags;
 * - a change without a tag, if the contract documents 428.
 */
export function conditionalCalls(items: ItemSteps): readonly PlannedSequence[] {
  const { create, read, changes = [] } = items.collection;
  const [made] = items.creates;
  if (create === undefined || read === undefined || made === undefined || !isTagged(read.operation)) return [];
  const updates = changes.flatMap((change): readonly Update[] => {
    const [first, ...others] = change.kind === 'remove' ? [] : distinctBodies(items, change, made.input);
    const second = others.find((other) => hasEffect(made.input, first, other)) ?? others[0];
    return first === undefined ? [] : [{ change, first, second }];
  });
  const isRead = documentsStatus(read.operation, 304) && updates.length === 0;
  const removals = changes.filter(({ kind, operation }) => kind === 'remove' && documentsStatus(operation, 412));
  const unconditional = changes.flatMap((change) => {
    const [input] = change.kind === 'remove' ? items.inputsOf(change.operation) : changesWithBody(items, change);
    return input !== undefined && requiresPrecondition(change.operation) ? [{ change, input }] : [];
  });
  const started = (name: string): Conditional => new Conditional(items, `conditional-${name}`, create, made);
  return [
    ...(isRead ? [started(read.operation.id).read()] : []),
    ...updates.map((update, index) => started(update.change.operation.id).update(update, index === 0)),
    ...updates.flatMap((update) => started(`at-once-${update.change.operation.id}`).atOnce(update)),
    ...removals.map((change) => started(change.operation.id).removal(change, updates[0])),
    ...unconditional.map(({ change, input }) => started(`without-${change.operation.id}`).without(change, input)),
  ];
}

interface Update {
  readonly change: ItemChange;
  readonly first: CaseInput;
  /** The body of a second change, which is sent after the change `first`. */
  readonly second: CaseInput | undefined;
}

class Conditional {
  private readonly steps: Steps;
  private readonly item: string;
  private readonly before: string | undefined;

  constructor(
    private readonly items: ItemSteps,
    name: string,
    create: Operation,
    made: { readonly input: CaseInput },
  ) {
    this.steps = new Steps(name);
    this.item = this.steps.add(create, made);
    this.before = items.addRead(this.steps, this.item);
  }

  read(): PlannedSequence {
    this.addConditionalRead();
    this.addFurtherForms();
    return this.steps.extraSequence();
  }

  update({ change, first, second }: Update, isFirst: boolean): PlannedSequence {
    this.addConditionalRead();
    if (isFirst) this.addFurtherForms();
    const isChecked = documentsStatus(change.operation, 412);
    addChange(this.steps, change, this.item, first, isChecked ? this.precondition('If-Match') : {});
    this.items.addRead(this.steps, this.item);
    this.addConditionalRead();
    if (!isChecked || second === undefined) return this.steps.extraSequence();
    addChange(this.steps, change, this.item, second, this.precondition('If-Match'));
    const current = this.items.addRead(this.steps, this.item);
    if (current !== undefined && takesSeveralTags(this.items.contract.schemas, change.operation)) {
      const listed = this.precondition('If-Match', { 'if-match': `${NO_TAG}, ` }, current);
      addChange(this.steps, change, this.item, second, listed);
    }
    return this.steps.extraSequence();
  }

  /**
   * Two concurrent changes with the same tag, if `If-Match` is a parameter of the operation and the contract documents
   * 412. The service may accept only one of them.
   */
  atOnce({ change, first, second }: Update): readonly PlannedSequence[] {
    const { operation } = change;
    const tagged = this.before === undefined ? undefined : withTag(operation, 'If-Match', this.before);
    const isChecked = documentsStatus(operation, 412);
    if (second === undefined || !isChecked || tagged === undefined || tagged.raw !== undefined) return [];
    for (const [lane, body] of [first, second].entries())
      addChange(this.steps, change, this.item, body, { ...tagged, lane });
    this.items.addRead(this.steps, this.item);
    // Each request has three events: it arrives, its body ends, and its reply is returned.
    const [schedule = []] = schedulesAtOnce(2, 3, [operation.id, 'conditional']);
    return [this.steps.sequenceAtOnce(schedule)];
  }

  removal(change: ItemChange, update: Update | undefined): PlannedSequence {
    if (update !== undefined) {
      addChange(this.steps, update.change, this.item, update.first);
      this.items.addRead(this.steps, this.item);
    }
    const [input = {}] = this.items.inputsOf(change.operation);
    const made = { raw: rawCondition('If-Match', { 'if-match': NO_TAG }) };
    addChange(this.steps, change, this.item, input, update === undefined ? made : this.precondition('If-Match'));
    this.items.addRead(this.steps, this.item);
    return this.steps.extraSequence();
  }

  /** A change without a precondition, which the service must refuse. */
  without(change: ItemChange, input: CaseInput): PlannedSequence {
    addPlainChange(this.steps, change, this.item, input);
    this.items.addRead(this.steps, this.item);
    return this.steps.extraSequence();
  }

  private addConditionalRead(): void {
    const { read } = this.items.collection;
    if (read === undefined || !documentsStatus(read.operation, 304)) return;
    const more = { ...this.precondition('If-None-Match'), expect: { kind: 'answered' } } as const;
    this.items.addRead(this.steps, this.item, more);
  }

  /**
   * Adds reads with other forms of the precondition (RFC 9110 §13.1.2): a list with the current tag as its second tag,
   * `*`, and only a tag that the service never returned.
   */
  private addFurtherForms(): void {
    const { read } = this.items.collection;
    if (read === undefined || !documentsStatus(read.operation, 304)) return;
    const name = 'If-None-Match';
    if (!takesOneTag(read.operation, name)) {
      const listed = this.precondition(name, { 'if-none-match': `${NO_TAG}, ` });
      this.items.addRead(this.steps, this.item, { ...listed, expect: { kind: 'answered' } });
    }
    const every = rawCondition(name, { 'if-none-match': '*' });
    this.items.addRead(this.steps, this.item, { raw: every, expect: { kind: 'answered' } });
    const other = rawCondition(name, { 'if-none-match': NO_TAG });
    this.items.addRead(this.steps, this.item, { raw: other, expect: { kind: 'answered' } });
  }

  /**
   * Returns the header of a precondition with the tag of an earlier read, by default the first read. The harness adds
   * this header to the request. For some headers, `start` has a text that comes before the tag.
   */
  private precondition(
    name: Precondition,
    start?: RawChange['headers'],
    step = this.before ?? this.item,
  ): Partial<Case> {
    return { raw: rawCondition(name, start), feeds: [{ in: 'header', name, pointer: '', step }] };
  }
}

/**
 * Whether a change gives a member a value that the member has neither after the create nor after the first change. A
 * service may accept a change without an effect although its precondition is outdated (RFC 9110 §13.1.1).
 */
function hasEffect(made: CaseInput, first: CaseInput | undefined, { body }: CaseInput): boolean {
  const before = [made.body, first?.body].reduce<JsonObject>(
    (all, each) => ({ ...all, ...(isJsonObject(each) && each) }),
    {},
  );
  return isJsonObject(body) && Object.entries(body).some(([name, value]) => !sameJson(before[name] ?? null, value));
}

/** Inputs for a change whose bodies differ from each other and from the body of the create. */
function distinctBodies(items: ItemSteps, change: ItemChange, made: CaseInput): readonly CaseInput[] {
  const seen = new Set([inputText({ body: made.body ?? null })]);
  return changesWithBody(items, change).filter(({ body = null }) => {
    const text = inputText({ body });
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}
