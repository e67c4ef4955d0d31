import type { PatternTree } from '../../../contract/patterns/pattern-tree.js';
import { type PatternNode, writtenPattern, writtenTree } from './pattern-syntax.js';
import { type Choice, FIRST_CHOICE } from './random.js';

/** The intended length of a string, in code points. */
export interface LengthGoal {
  readonly min: number;
  readonly max: number;
}

/** The maximum length of a generated string, even if a pattern requires a longer string. */
const MAX_LENGTH = 65_536;
/** The maximum number of repetitions in addition to those that the pattern and the intended length require. */
const USUAL_EXTRA = 4;

/**
 * Writes a string that follows a pattern. If the pattern allows it, the length is close to the goal. The caller must
 * test whether the string matches.
 */
export type PatternWriter = (choice: Choice, goal: LengthGoal) => string;

export function patternWriter(pattern: string): PatternWriter | undefined {
  return jointWriter([pattern]);
}

/**
 * Returns a function that writes strings for several patterns that must all match. A string is written for one pattern;
 * the parts that the other patterns require are then inserted. `undefined` if no string can be written.
 */
export function jointWriter(patterns: readonly string[]): PatternWriter | undefined {
  const parsed = patterns
    .map(writtenPattern)
    .filter((one) => one !== undefined)
    .filter(({ root }) => root.least <= MAX_LENGTH);
  if (parsed.length === 0) return undefined;
  return (choice, goal) => {
    const base = parsed.length === 1 ? (parsed[0] ?? choice.pick(parsed)) : choice.pick(parsed);
    // Parts for the other patterns are inserted only in half of the tries. The string may already match them, or may
    // have no room.
    const others = parsed.filter((other) => other !== base && choice.below(2) === 0);
    const demanded = [...base.demanded, ...others.flatMap((other) => [other.root, ...other.demanded])];
    return withDemanded(writtenFrom(base.root, goal, choice), demanded, choice);
  };
}

/** The shortest and simplest string of a parsed pattern. The caller must test whether the string matches. */
export function simplestOf(tree: PatternTree): string {
  return writtenFrom(writtenTree(tree).root, { min: 0, max: 0 }, FIRST_CHOICE);
}

function writtenFrom(root: PatternNode, goal: LengthGoal, choice: Choice): string {
  const [spare, wanted] = [goal.max - root.least, goal.min - root.least].map((characters) => Math.max(0, characters));
  const draft: Draft = { text: '', groups: new Map(), spare: spare ?? 0, wanted: wanted ?? 0 };
  write(draft, root, choice);
  return draft.text;
}

/**
 * Overwrites parts of the string with the required parts, one after the other. Overwriting keeps the length. The caller
 * tests whether the result matches.
 */
function withDemanded(text: string, demanded: readonly PatternNode[], choice: Choice): string {
  if (demanded.length === 0) return text;
  const characters = [...text];
  const chunks = demanded.map((node) => [...writtenFrom(node, { min: 0, max: 0 }, choice)]);
  let room = Math.max(0, characters.length - chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let start = 0;
  for (const chunk of chunks) {
    const gap = choice.below(room + 1);
    room -= gap;
    characters.splice(start + gap, chunk.length, ...chunk);
    start += gap + chunk.length;
  }
  return characters.join('');
}

interface Draft {
  text: string;
  /** The text that each capturing group matched last. */
  readonly groups: Map<number, string>;
  /**
   * `spare` is the number of characters that may be added to the minimum length of the pattern, and `wanted` the number
   * that must be added.
   */
  spare: number;
  wanted: number;
}

function write(draft: Draft, node: PatternNode, choice: Choice): void {
  switch (node.kind) {
    case 'character':
      // An empty character class matches nothing. The later test of the whole string then fails.
      if (node.choices.length > 0) draft.text += choice.pick(node.choices);
      return;
    case 'sequence':
      for (const part of node.parts) write(draft, part, choice);
      return;
    case 'choice':
      return writeChoice(draft, node, choice);
    case 'repeat':
      return writeRepeat(draft, node, choice);
    case 'group':
      return writeGroup(draft, node, choice);
    case 'backreference':
      draft.text += node.groups.map((group) => draft.groups.get(group)).find((text) => text !== undefined) ?? '';
      return;
    case 'assertion':
      return;
    default:
      node satisfies never;
  }
}

type Of<Kind extends PatternNode['kind']> = Extract<PatternNode, { readonly kind: Kind }>;

function writeChoice(draft: Draft, node: Of<'choice'>, choice: Choice): void {
  const affordable = node.options.filter((option) => option.least - node.least <= draft.spare);
  const roomy = affordable.filter((option) => option.most - node.least >= draft.wanted);
  const option = choice.pick(roomy.length > 0 ? roomy : affordable);
  spend(draft, option.least - node.least);
  write(draft, option, choice);
}

function writeRepeat(draft: Draft, { part, min, max }: Of<'repeat'>, choice: Choice): void {
  const each = Math.max(1, part.least);
  const room = Math.min(max - min, Math.floor(draft.spare / each), MAX_LENGTH - draft.text.length);
  // A single repetition of an unbounded part can provide all wanted characters.
  const needed = Number.isFinite(part.most)
    ? Math.ceil(draft.wanted / Math.max(1, part.most))
    : Math.min(draft.wanted, min > 0 ? 0 : 1);
  const extra = Math.max(0, Math.min(room, Math.max(needed, choice.below(Math.min(room, USUAL_EXTRA) + 1))));
  spend(draft, extra * part.least);
  for (let count = min + extra; count > 0 && draft.text.length < MAX_LENGTH; count -= 1) write(draft, part, choice);
}

function writeGroup(draft: Draft, { index, part }: Of<'group'>, choice: Choice): void {
  const start = draft.text.length;
  write(draft, part, choice);
  draft.groups.set(index, draft.text.slice(start));
}

function spend(draft: Draft, characters: number): void {
  draft.spare -= characters;
  draft.wanted = Math.max(0, draft.wanted - characters);
}
