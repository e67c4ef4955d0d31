import { CharacterSet } from '../../../contract/patterns/character-set.js';
import { parsePattern as treeOf, UnreadablePattern } from '../../../contract/patterns/parse-pattern.js';
import type { PatternTree } from '../../../contract/patterns/pattern-tree.js';
import { setChoices } from './pattern-class.js';

/**
 * A part of a parsed regular expression, from which strings are written. `least` and `most` limit the length in code
 * points.
 */
export type PatternNode = { readonly least: number; readonly most: number } & (
  | { readonly kind: 'character'; readonly choices: readonly string[] }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'group'; readonly index: number; readonly part: PatternNode }
  | { readonly kind: 'backreference'; readonly groups: readonly number[] }
  | { readonly kind: 'assertion' }
);

export interface PatternToWrite {
  readonly root: PatternNode;
  /** Parts that lookaheads (`(?=…)`) require anywhere in the string. */
  readonly demanded: readonly PatternNode[];
}

/**
 * Parses a pattern, to write strings that match it. Lookbehinds, negative lookaheads and `\b` are ignored; a later test
 * rejects strings that violate them. `undefined` if the pattern is invalid or nested too deeply.
 */
export function writtenPattern(pattern: string): PatternToWrite | undefined {
  try {
    return writtenTree(treeOf(pattern).root);
  } catch (error) {
    if (error instanceof UnreadablePattern || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A parsed pattern, in the form from which strings are written. */
export function writtenTree(tree: PatternTree): PatternToWrite {
  const demanded: PatternNode[] = [];
  return { root: outermost(tree, demanded), demanded };
}

/** The pattern with optional text before and after the match, except where it has `^` or `$`. */
function outermost(tree: PatternTree, demanded: PatternNode[]): PatternNode {
  const options = tree.kind === 'choice' ? tree.options : [tree];
  const padded = options.map((option) => {
    const written = writable(option, demanded);
    return sequence(withPadding(written.kind === 'sequence' ? written.parts : [written]));
  });
  return padded.length === 1 && padded[0] !== undefined ? padded[0] : choice(padded);
}

function writable(tree: PatternTree, demanded: PatternNode[]): PatternNode {
  switch (tree.kind) {
    case 'set':
      return character(setChoices(tree.set));
    case 'sequence':
      return sequence(tree.parts.map((part) => writable(part, demanded)));
    case 'choice':
      return choice(tree.options.map((option) => writable(option, demanded)));
    case 'repeat':
      return repeat(writable(tree.part, demanded), tree.min, tree.max);
    case 'capture': {
      const part = writable(tree.part, demanded);
      return { kind: 'group', index: tree.index, part, least: part.least, most: part.most };
    }
    case 'backreference':
      return { kind: 'backreference', groups: tree.groups, least: 0, most: 0 };
    case 'assertion':
      return tree.assertion === 'start' || tree.assertion === 'end'
        ? { kind: 'assertion', least: 0, most: 0 }
        : sequence([]);
    case 'lookaround':
      if (tree.ahead && !tree.negative) demanded.push(writable(tree.part, demanded));
      return sequence([]);
    default:
      return tree satisfies never;
  }
}

const ANYTHING = new CharacterSet('[^]', false);

function withPadding(parts: readonly PatternNode[]): readonly PatternNode[] {
  const around = repeat(character(setChoices(ANYTHING)), 0, Infinity);
  const [first] = parts;
  return [
    ...(first?.kind === 'assertion' ? [] : [around]),
    ...parts,
    ...(parts.at(-1)?.kind === 'assertion' ? [] : [around]),
  ];
}

function character(choices: readonly string[]): PatternNode {
  return { kind: 'character', choices, least: 1, most: 1 };
}

function sequence(parts: readonly PatternNode[]): PatternNode {
  return {
    kind: 'sequence',
    parts,
    least: sum(parts.map((part) => part.least)),
    most: sum(parts.map((part) => part.most)),
  };
}

function choice(options: readonly PatternNode[]): PatternNode {
  const [leasts, mosts] = [options.map((option) => option.least), options.map((option) => option.most)];
  return { kind: 'choice', options, least: Math.min(...leasts), most: Math.max(...mosts) };
}

function repeat(part: PatternNode, min: number, max: number): PatternNode {
  return {
    kind: 'repeat',
    part,
    min,
    max,
    least: min * part.least,
    most: max === 0 || part.most === 0 ? 0 : max * part.most,
  };
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
