import { choiceName, chosen } from '../../../contract/collections/list-choices.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { type Trial, type TrialContext, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { readList } from '../evidence/listed-elements.js';
import { type SelectedList, isSelection, wholeBefore } from '../evidence/selected.js';

/**
 * Judges a list with a search for a word: the search has no effect if the list has all elements of the whole list,
 * although none of them contains the word. `undefined` if the list does not show whether the search works.
 */
export function searchFaults(
  trial: Trial,
  context: TrialContext,
  selected: SelectedList,
): readonly Violation[] | undefined {
  const { query } = trial.case.input;
  const [search, ...others] = selected.searches.filter((each) => chosen(query, each) !== undefined);
  if (search === undefined || others.length > 0 || !context.isolated) return undefined;
  const word = chosen(query, search);
  if (typeof word !== 'string' || !WORD.test(word)) return undefined;
  if (isSelection({ ...selected, searches: [] }, trial.case.input)) return undefined;
  const shown = trial.observations.flatMap((observation) => {
    const isIgnored = ignoresWord(trial, selected, observation, word);
    return isIgnored === undefined ? [] : [{ surface: observation.surface, isIgnored }];
  });
  if (shown.length === 0) return undefined;
  return shown
    .filter(({ isIgnored }) => isIgnored)
    .map(({ surface }) => ({
      surface,
      pointer: `/response/body${selected.list.elements}`,
      kind: 'without-effect',
      message: `${trial.operation.id} returns the same elements with ${choiceName(search)}=${word} and without ${choiceName(search)}, although no element contains this word.`,
      expected: 'no element',
      received: 'all elements',
      blame: responder(context),
      cause: `${trial.operation.id} ${joinPointer('', search.name)}`,
    }));
}

/** Matches words that are long enough not to be similar to other words by chance. */
const WORD = /^[a-z]{8,}$/;
/** The maximum number of values of an element in which the word is searched. */
const MOST_VALUES = 10_000;

/** Whether the list has all elements of the whole list, and none of them contains the word. */
function ignoresWord(
  trial: Trial,
  selected: SelectedList,
  observation: Observation,
  word: string,
): boolean | undefined {
  const now = readList(selected.list, observation);
  const before = wholeBefore(trial, selected, observation);
  if (now === undefined || before === undefined || before.keys.length < 2) return undefined;
  if (!sameJson([...before.keys].toSorted(), [...now.keys].toSorted())) return false;
  return !now.elements.some((element) => mayContain(element, word));
}

/** Whether a text at any depth of a value contains the word in any letter case, or the value is very large. */
function mayContain(value: Json, word: string): boolean {
  const open: Json[] = [value];
  for (let count = 0; count < MOST_VALUES; count += 1) {
    const next = open.pop();
    if (next === undefined) return false;
    if (typeof next === 'string' && next.toLowerCase().includes(word)) return true;
    if (Array.isArray(next)) open.push(...(next as readonly Json[]));
    else if (isJsonObject(next)) open.push(...Object.values(next));
  }
  return true;
}
