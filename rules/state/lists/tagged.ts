import { listedPlace } from '../../../contract/collections/reply-members.js';
import { chosen } from '../../../contract/collections/list-choices.js';
import { type ListTags, tagsIn, tagsOf } from '../../../contract/collections/list-tags.js';
import { type JsonObject, ownValue } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Violation } from '../../finding.js';
import { type Trial, type TrialContext, responder } from '../../rule.js';
import { type ReadList, lacksMatch } from '../evidence/listed-elements.js';
import { type SelectedList, isSelection, selectedReadings } from '../evidence/selected.js';

/**
 * Judges a list that was requested with several values of an array, such as `labels=bug,urgent`. Each element must have
 * the values in its array, and no element with them may be missing. `undefined` if the elements do not show whether the
 * service uses the values.
 */
export function tagFaults(
  trial: Trial,
  context: TrialContext,
  selected: SelectedList,
): readonly Violation[] | undefined {
  const { query } = trial.case.input;
  const [tags, ...others] = selected.tags.filter((each) => chosen(query, each) !== undefined);
  const value = tags && chosen(query, tags);
  const wanted = value === undefined ? undefined : tagsIn(value);
  if (tags === undefined || wanted === undefined || others.length > 0) return undefined;
  if (trial.case.expect.kind === 'rejected') return undefined;
  const isOther = isSelection({ ...selected, tags: [] }, trial.case.input) || trial.case.feeds !== undefined;
  const judged = selectedReadings(trial, context, selected, !isOther);
  if (judged.length === 0) return undefined;
  return judged.flatMap(({ observation: { surface }, now, before }): readonly Violation[] => {
    const found = faultOf(selected, tags, wanted, now, before);
    if (found === undefined) return [];
    return [
      {
        surface,
        pointer: `/response/body${listedPlace(selected.list, '*')}${joinPointer('', tags.member)}`,
        kind: found.kind,
        message: `${trial.operation.id} with ${tags.name}=${wanted.join(',')} ${found.what}.`,
        expected: { [tags.isAll ? 'all of' : 'one of']: wanted },
        received: found.received,
        blame: responder(context),
        cause: `${trial.operation.id} ${tags.member}`,
      },
    ];
  });
}

interface Fault {
  readonly kind: 'not-matching' | 'match-missing';
  readonly what: string;
  readonly received: Violation['received'];
}

function faultOf(
  { list }: SelectedList,
  { member, isAll }: ListTags,
  wanted: readonly string[],
  now: ReadList,
  before: ReadList | undefined,
): Fault | undefined {
  const matches = (element: JsonObject, form: (text: string) => string): boolean | undefined => {
    const own = tagsOf(ownValue(element, member))?.map(form);
    const has = (tag: string): boolean => own?.includes(form(tag)) === true;
    return own === undefined ? undefined : isAll ? wanted.every(has) : wanted.some(has);
  };
  // A value that differs only in letter case is not a fault, because the contract may not state whether case matters.
  const other = now.elements.find((element) => matches(element, (text) => text.toLowerCase()) === false);
  if (other !== undefined) {
    const what = `returns an element with ${isAll ? 'not all' : 'none'} of the values in ${member}`;
    return { kind: 'not-matching', what, received: ownValue(other, member) ?? null };
  }
  if (before === undefined || !now.isWhole) return undefined;
  const isLost = lacksMatch(list, before, now, (element) => matches(element, (text) => text) === true);
  if (!isLost) return undefined;
  return { kind: 'match-missing', what: 'lacks an element that matches', received: 'no element' };
}
