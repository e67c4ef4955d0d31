import type { Pattern, PatternTree } from './pattern-tree.js';

/** The end of the text, as an additional character after the 129 bits of a `CharacterSet`. */
const END = 1n << 129n;
/** The maximum size of a pattern when its repetitions are unrolled, as some engines do. Nested repetitions multiply. */
const MAX_UNROLLED = 100_000;

/**
 * The maximum number of times that the pattern after a choice may be tried. It is the constant factor of the linear
 * time.
 */
const MAX_WAYS = 64;

/**
 * Whether a backtracking engine certainly takes linear time for a pattern. The pattern must start with `^`, and at
 * every choice the next character must allow at most one way (the LL(1) condition), so that every other way fails at
 * its first character. Outside loops a choice may allow several ways, because each is tried once, from the same
 * position. A pattern for which this returns false may still be harmless.
 */
export function isLinear({ root, hasBackreference }: Pattern): boolean {
  if (hasBackreference || unrolled(root) > MAX_UNROLLED) return false;
  const [first, ...rest] = root.kind === 'sequence' ? root.parts : [root];
  if (first?.kind !== 'assertion' || first.assertion !== 'start') return false;
  return ways({ kind: 'sequence', parts: rest }, 0n) <= MAX_WAYS;
}

interface First {
  readonly mask: bigint;
  /** The tree can match the empty text. */
  readonly empty: boolean;
}

/**
 * The largest number of times that the pattern after this tree may be tried; infinite if unknown. `follow` has the
 * characters that may come next. It is empty if the match is complete after the tree and can no longer fail.
 */
function ways(tree: PatternTree, follow: bigint): number {
  switch (tree.kind) {
    case 'set':
      return 1;
    case 'capture':
      return ways(tree.part, follow);
    case 'assertion':
      return tree.assertion === 'end' ? 1 : Infinity;
    case 'sequence':
      return tree.parts.reduce(
        (product, part, index) => product * ways(part, followOf(tree.parts.slice(index + 1), follow)),
        1,
      );
    case 'choice': {
      const each = tree.options.map((option) => ways(option, follow));
      // If the next character decides, only one option is tried.
      return areDisjoint(tree.options.map((option) => reach(option, follow)))
        ? Math.max(...each)
        : each.reduce((sum, one) => sum + one, 0);
    }
    case 'repeat': {
      const { mask, empty } = firstOf(tree.part);
      if (empty || (tree.max !== tree.min && (mask & follow) !== 0n)) return Infinity;
      const inside = ways(tree.part, tree.max > 1 ? mask | follow : follow);
      // In a loop, the numbers of ways of all rounds multiply.
      return tree.max > 1 && inside > 1 ? Infinity : inside;
    }
    case 'backreference':
    case 'lookaround':
      return Infinity;
    default:
      return tree satisfies never;
  }
}

function followOf(parts: readonly PatternTree[], follow: bigint): bigint {
  return reach({ kind: 'sequence', parts }, follow);
}

function reach(tree: PatternTree, follow: bigint): bigint {
  const { mask, empty } = firstOf(tree);
  return empty ? mask | follow : mask;
}

function areDisjoint(masks: readonly bigint[]): boolean {
  let seen = 0n;
  for (const mask of masks) {
    if ((seen & mask) !== 0n) return false;
    seen |= mask;
  }
  return true;
}

/**
 * The characters with which a match can start. Only called for trees without backreferences; lookarounds are rejected
 * elsewhere.
 */
function firstOf(tree: PatternTree): First {
  switch (tree.kind) {
    case 'set':
      return { mask: tree.set.mask, empty: false };
    case 'capture':
      return firstOf(tree.part);
    case 'assertion':
      return tree.assertion === 'end' ? { mask: END, empty: false } : { mask: 0n, empty: true };
    case 'sequence':
      return firstOfSequence(tree.parts);
    case 'choice': {
      const firsts = tree.options.map(firstOf);
      return { mask: firsts.reduce((all, { mask }) => all | mask, 0n), empty: firsts.some(({ empty }) => empty) };
    }
    case 'repeat': {
      const { mask, empty } = firstOf(tree.part);
      return { mask: tree.max === 0 ? 0n : mask, empty: empty || tree.min === 0 };
    }
    case 'backreference':
    case 'lookaround':
      return { mask: 0n, empty: true };
    default:
      return tree satisfies never;
  }
}

function firstOfSequence(parts: readonly PatternTree[]): First {
  let mask = 0n;
  for (const part of parts) {
    const first = firstOf(part);
    mask |= first.mask;
    if (!first.empty) return { mask, empty: false };
  }
  return { mask, empty: true };
}

/** The number of atoms after every counted repetition is expanded. */
function unrolled(tree: PatternTree): number {
  switch (tree.kind) {
    case 'sequence':
      return tree.parts.reduce((total, part) => total + unrolled(part), 1);
    case 'choice':
      return tree.options.reduce((total, option) => total + unrolled(option), 1);
    case 'repeat':
      return 1 + unrolled(tree.part) * Math.max(1, Number.isFinite(tree.max) ? tree.max : tree.min);
    case 'capture':
    case 'lookaround':
      return unrolled(tree.part);
    default:
      return 1;
  }
}
