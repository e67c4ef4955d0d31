import { choiceName, chosen } from '../../../contract/collections/list-choices.js';
import type { ListSearch } from '../../../contract/collections/list-searches.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { type Trial, type TrialContext, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { lacksMatch, readList } from '../evidence/listed-elements.js';
import { type SelectedList, isSelection, wholeBefore } from '../evidence/selected.js';

/**
 * Judges a list that was requested with a search for a word, such as `q=garden`. The list must have each element in
 * which a searched member is this word. The search has no effect if the list has all elements, although none of them
 * contains the word. `undefined` if the elements do not show whether the search works.
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
  if (typeof word !== 'string' || isSelection({ ...selected, searches: [] }, trial.case.input)) return undefined;
  const missing = COMMON.test(word) ? missingElements(trial, context, selected, search, word) : undefined;
  if (missing !== undefined || !WORD.test(word)) return missing;
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

/**
 * Matches texts that every search understands in the same way: without operators, and without words so short that a
 * search may ignore them.
 */
const COMMON = /^\p{L}[\p{L}\p{N}@.]{3,}$/u;

/** The violation for a list that lacks an element, although a searched member of the element is the word. */
function missingElements(
  trial: Trial,
  context: TrialContext,
  selected: SelectedList,
  { name, members, isCaseFree }: ListSearch,
  word: string,
): readonly Violation[] | undefined {
  const { list } = selected;
  const plain = (text: string): string => (isCaseFree === true ? text.toLowerCase() : text);
  const isMatch = (element: JsonObject): boolean =>
    members.some((member) => {
      const value = ownValue(element, member);
      return typeof value === 'string' && plain(value) === plain(word);
    });
  const shown = trial.observations.flatMap((observation) => {
    const [now, before] = [readList(list, observation), wholeBefore(trial, selected, observation)];
    const isShown = now?.isWhole === true && before?.elements.some(isMatch) === true;
    return isShown ? [{ surface: observation.surface, isMissing: lacksMatch(list, before, now, isMatch) }] : [];
  });
  if (shown.length === 0) return undefined;
  return shown
    .filter(({ isMissing }) => isMissing)
    .map(({ surface }) => ({
      surface,
      pointer: `/response/body${list.elements}`,
      kind: 'match-missing',
      message: `${trial.operation.id} with ${name}=${word} lacks an element that has this text in ${members.join(' or ')}.`,
      expected: 'each element with the text',
      received: 'no such element',
      blame: responder(context),
      cause: `${trial.operation.id} ${joinPointer('', name)}`,
    }));
}

/** Matches words that are too long to resemble other words by chance. A search may also find similar words. */
const WORD = /^[a-z]{8,}$/;
/** The maximum number of values of an element in which the word is searched for. */
const MOST_VALUES = 10_000;

/**
 * Whether a search has no effect: the list has all elements of the whole list, and none of them contains the word.
 * `undefined` if there is no whole list with at least two elements.
 */
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

/** Whether any text in a value contains the word, ignoring case. Also true if the value is too large to be searched. */
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
