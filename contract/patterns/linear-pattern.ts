import type { Pattern, PatternTree } from './pattern-tree.js';

/** A bit that stands for the end of the text, beside the 129 bits of a `CharacterSet`. */
const END = 1n << 129n;
/**
 * The maximum size of a pattern after its repetitions are written out, as some engines do internally. Nested
 * repetitions multiply the size.
 */
const MAX_UNROLLED = 100_000;

/**
 * The maximum number of ways in which a backtracking engine may match the beginning of a text. The engine tries the
 * rest of the pattern after each of them. The matching time is at most proportional to this number times the length of
 * the text.
 */
const MAX_WAYS = 64;

/**
 * Whether a backtracking engine certainly matches a pattern in linear time. The pattern must start with `^`. The next
 * character must decide whether a repetition continues, and which option of a choice inside a loop is taken (the LL(1)
 * condition). Every other option then fails at its first character. Outside loops, the next character need not decide,
 * because each option is tried only once. The result may be false for a harmless pattern.
 */
export function isLinear({ root, hasBackreference }: Pattern): boolean {
  if (hasBackreference || unrolled(root) > MAX_UNROLLED) return false;
  const [first, ...rest] = root.kind === 'sequence' ? root.parts : [root];
  if (first?.kind !== 'assertion' || first.assertion !== 'start') return false;
  return ways({ kind: 'sequence', parts: rest }, 0n) <= MAX_WAYS;
}

interface First {
  /**
   * The characters with which a match can start, as the bits of a `CharacterSet`. The bit `END` is set if a match can
   * start at the end of the text.
   */
  readonly mask: bigint;
  /** Whether this part of the pattern can match the empty string. */
  readonly empty: boolean;
}

/**
 * The maximum number of ways in which this part of a pattern can match the beginning of a text. The rest of the pattern
 * is tried after each of them. Infinite if unknown. `follow`: the characters that may come after this part; empty if
 * the match ends with it.
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
      // If the next character selects the option, only one option is tried.
      return areDisjoint(tree.options.map((option) => reach(option, follow)))
        ? Math.max(...each)
        : each.reduce((sum, one) => sum + one, 0);
    }
    case 'repeat': {
      const { mask, empty } = firstOf(tree.part);
      if (empty || (tree.max !== tree.min && (mask & follow) !== 0n)) return Infinity;
      const inside = ways(tree.part, tree.max > 1 ? mask | follow : follow);
      // In a loop, the number of ways multiplies with every round.
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
 * The characters with which a match of this part of the pattern can start. Parts with backreferences or lookarounds are
 * rejected before the result is used.
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

/** The number of atoms of a pattern after its repetitions are written out. */
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
