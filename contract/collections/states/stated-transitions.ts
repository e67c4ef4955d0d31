import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { sentencesOf, statusesIn, wordsOf } from '../../sentences.js';
import { textsInPlace } from '../../wire/decode-value.js';
import { sentSchemas } from '../envelope.js';
import { statedMembers } from '../reply-members.js';
import { stateWord, withJoinedNames } from './denied-states.js';
import type { StateMember } from './state-member.js';

/**
 * The changes of state that a contract permits. The contract also states that the service refuses all other changes.
 */
export interface StatedTransitions {
  /** Maps a state to the states that may follow it. Has only the states whose changes the contract states. */
  readonly permitted: ReadonlyMap<string, ReadonlySet<string>>;
  /** The documented statuses of the refusal, such as `409`. */
  readonly statuses: readonly string[];
}

/**
 * The changes of state that a PUT, a PATCH or an update by POST may make. The contract states them in a table with the
 * two columns "from" and "to", or in lines with arrows such as "`draft` → `published`, `archived`". The text is in the
 * description of the operation, or of the member in its body. It must state that no other changes are permitted, and
 * the operation must document the refusal. `undefined` without such a text.
 */
export function statedTransitions(
  contract: Contract,
  operation: Operation,
  member: StateMember,
): StatedTransitions | undefined {
  const found = known.get(operation) ?? { stated: findTransitions(contract, operation, member) };
  known.set(operation, found);
  return found.stated;
}

/**
 * Caches the transitions of each operation, because a rule needs them for each reply. The key does not contain the
 * member, because all items of an operation have the same state member.
 */
const known = new WeakMap<Operation, { readonly stated: StatedTransitions | undefined }>();

function findTransitions(
  contract: Contract,
  operation: Operation,
  { name, values }: StateMember,
): StatedTransitions | undefined {
  const { schemas } = contract;
  const member = statedMembers(schemas, sentSchemas(contract, operation)).get(name) ?? [];
  const described = textsInPlace(schemas, member);
  for (const text of [operation.description, ...described]) {
    const permitted = changesIn(withJoinedNames(text.slice(0, LONGEST_TEXT), values), values);
    const statuses = permitted.size === 0 ? [] : refusalsOf(operation, text);
    if (statuses.length > 0) return { permitted, statuses };
  }
  return undefined;
}

/** Whether the contract refuses a change from one state to another. A change to the same state is never refused. */
export function refusesTransition({ permitted }: StatedTransitions, from: string, to: string): boolean {
  return from !== to && permitted.get(from)?.has(to) === false;
}

/** The maximum length of a text. The rest of a longer text is not read. */
const LONGEST_TEXT = 5000;

/** Matches sentences which state that there are no other changes, such as "only these changes are possible". */
const EXCLUSIVE =
  /\bonly (?:these|the following|moves?|changes?|goes|in this|along|as follows)\b|\b(?:allowed|permitted|legal|valid) (?:[a-z]+ )?(?:transitions?|changes|moves|steps)\b|\b(?:invalid|illegal|forbidden) (?:[a-z]+ )?(?:transitions?|changes?)\b/i;
/**
 * Matches sentences about what the changes cause, such as "only these changes are sent to subscribers". They do not
 * state which changes are permitted.
 */
const OF_EFFECT =
  /\b(?:notify|notifies|sends?|e-?mails?|webhooks?|triggers?)\b|\b(?:are|is|be|get) (?:sent|notified|logged|charged|recorded|triggered)\b/i;
/**
 * Matches sentences about all changes that are not listed. Such a sentence counts only if it also states the refusal.
 */
const OTHERS = /\b(?:every|a(?:ll|ny)) others?\b|\bother (?:transitions|changes|moves|steps)\b/i;
const REFUSED =
  /\b(?:refus\w*|reject\w*|fail\w*|errors?|conflicts?|409|422|400|invalid|illegal|forbidden|denied|not (?:allowed|permitted|possible|accepted))\b/i;
/** Matches sentences which permit all other changes: "is not refused", or "only these changes are refused". */
const NOT_REFUSED =
  /\b(?:(?:not|never) (?:be )?|only (?:these|the following)\b[^:.]* (?:are|is) )(?:refused|rejected|invalid|illegal|forbidden|an error)\b/i;
/** Matches the introduction of a list of *refused* changes: "forbidden transitions:", or "only these are refused:". */
const LISTS_REFUSED =
  /(?<!\b(?:else|otherwise|others?)\b[^:\n]*)\b(?:refused|rejected|invalid|illegal|forbidden|impossible|not (?:allowed|permitted|possible))\b[^:.\n]*:/i;
/** Matches texts about changes that only some callers may make, or that are usual but not required. */
const UNCLEAR =
  /\b(?:admin\w*|operators?|owners?|roles?|usual(?:ly)?|typical(?:ly)?|normal(?:ly)?|should|except|unless|force|ignored|no effect|examples?)\b/i;
/**
 * `OF_STATE`: the statuses of a refused change, if the text names no status. `NAMED`: all statuses that the text may
 * name.
 */
const OF_STATE: readonly string[] = ['409', '422'];
const NAMED: readonly string[] = [...OF_STATE, '400'];

/**
 * The documented statuses with which the operation refuses all changes that are not listed. Empty unless the text
 * states that other changes are refused.
 */
function refusalsOf({ responses }: Operation, text: string): readonly string[] {
  const paragraphs = text.split(/\n\s*\n/).filter((each) => sentencesOf(each).some(isExclusive));
  if (UNCLEAR.test(text) || LISTS_REFUSED.test(text) || paragraphs.length === 0) return [];
  const documented = responses.map(({ status }) => status);
  const named = paragraphs.flatMap(statusesIn).filter((each) => NAMED.includes(each) && documented.includes(each));
  return named.length > 0 ? [...new Set(named)] : OF_STATE.filter((status) => documented.includes(status));
}

function isExclusive(sentence: string): boolean {
  if (NOT_REFUSED.test(sentence) || OF_EFFECT.test(sentence)) return false;
  return EXCLUSIVE.test(sentence) || (OTHERS.test(sentence) && REFUSED.test(sentence));
}

/**
 * The changes in the tables and in the lines with arrows of a text. Maps a state to the states that may follow it. The
 * text is in lower case.
 */
function changesIn(text: string, values: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byWord = new Map(values.map((value) => [stateWord(value), value]));
  const lines = text.split('\n');
  const sentences = lines.flatMap((line) => line.split(/\.(?:\s|$)/));
  // "Every state may become `archived`" permits further changes.
  const isOfEvery = (sentence: string): boolean =>
    OF_EVERY.test(sentence) && !sentence.includes('|') && wordsOf(sentence).some((word) => byWord.has(word));
  if (sentences.some((sentence) => !ARROW.test(sentence) && isOfEvery(sentence))) return new Map();
  const found = [...tableRows(lines), ...sentences.flatMap(arrowSteps)].map(({ from, to }) => ({
    from: statesOnly(from, byWord),
    to: statesOnly(to, byWord),
  }));
  const permitted = new Map<string, Set<string>>();
  for (const { from, to } of found) {
    // One part that is not understood could permit any change.
    if (from === undefined || to === undefined || from.length === 0) return new Map();
    for (const state of from) permitted.set(state, new Set([...(permitted.get(state) ?? []), ...to]));
  }
  return permitted.size < FEWEST_STATES ? new Map() : permitted;
}

const OF_EVERY = /\b(?:all|an?y|every|each|always|anytime)\b/;

/** A text counts only if it states the changes of at least this many states. A single change may be an example. */
const FEWEST_STATES = 2;

/** One stated change: the text of the states before it, and the text of the states after it. */
interface Step {
  readonly from: string;
  readonly to: string;
}

const FROM = /^(?:from|current|before|old|state|status)\b/;
const TO = /^(?:to|new|next|after|allowed|permitted|may become|can become|targets?)\b/;

/** The rows of a Markdown table with exactly two columns, whose headings are words such as "from" and "to". */
function tableRows(lines: readonly string[]): readonly Step[] {
  const head = lines.findIndex((line) => {
    const [from = '', to = '', ...others] = cellsOf(line);
    return others.length === 0 && FROM.test(from) && TO.test(to);
  });
  if (head < 0 || !/^[\s|:-]+$/.test(lines[head + 1] ?? '')) return [];
  const rows = lines.slice(head + 2);
  const end = rows.findIndex((line) => !line.includes('|'));
  return (end < 0 ? rows : rows.slice(0, end)).map((line) => {
    const [from = '', to = ''] = cellsOf(line);
    return { from, to };
  });
}

function cellsOf(line: string): readonly string[] {
  const trimmed = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return line.includes('|') ? trimmed.split('|').map((cell) => cell.trim()) : [];
}

const ARROW = /\s*(?:→|->|=>|⟶|➝)\s*/;

/**
 * The changes that a line with arrows states: one change, several with commas or semicolons, or a chain "a → b → c".
 */
function arrowSteps(line: string): readonly Step[] {
  const [, listed = ''] = /^\s*(?:[-*•]|\d+\.)?\s*(.*)$/.exec(line) ?? [];
  const [introduced = '', colon] = listed.split(/:\s/);
  const own = colon === undefined || ARROW.test(introduced) ? listed : listed.slice(introduced.length + 1);
  const [first = '', ...others] = own.split(ARROW);
  const steps: Step[] = [];
  let from = first;
  for (const [index, to] of others.entries()) {
    const isLast = index === others.length - 1;
    // In "a → b, c → d", the text after the last comma is the state before the next change.
    const cut = isLast ? -1 : Math.max(to.lastIndexOf(','), to.lastIndexOf(';'));
    steps.push({ from, to: cut < 0 ? to : to.slice(0, cut) });
    from = to.slice(cut + 1);
  }
  return steps;
}

/** Words that may stand beside the states in a table or a line, and words such as "none" that mean no state. */
const BETWEEN: ReadonlySet<string> = new Set(['or', 'and', 'from', 'to', 'none', 'nothing', 'final']);

/** The states in a text. `undefined` if the text contains other words, because its meaning is then uncertain. */
function statesOnly(text: string, byWord: ReadonlyMap<string, string>): readonly string[] | undefined {
  const words = text
    .replaceAll(/[`'"*.,;/|()]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && (byWord.has(word) || !BETWEEN.has(word)));
  const states = words.flatMap((word) => byWord.get(word) ?? []);
  return states.length === words.length ? states : undefined;
}
