import type { CharacterSet } from './character-set.js';
import type { AssertionTree, Pattern, PatternTree, RepeatTree } from './pattern-tree.js';

/** One instruction of the program that both matchers run. `next`, `first` and `second` are indices of instructions. */
export type Instruction =
  | { readonly op: 'take'; readonly set: CharacterSet; readonly next: number }
  | { readonly op: 'split'; readonly first: number; readonly second: number }
  | { readonly op: 'assertion'; readonly assertion: AssertionTree; readonly next: number }
  /**
   * `body` is a separate program for the content of the lookaround. In an automaton, the body of a lookahead is matched
   * from right to left.
   */
  | { readonly op: 'lookaround'; readonly lookaround: Lookaround; readonly next: number }
  | {
      readonly op: 'backreference';
      readonly groups: readonly number[];
      readonly ignoreCase: boolean;
      readonly next: number;
    }
  | { readonly op: 'save'; readonly slot: number; readonly next: number }
  | { readonly op: 'forget'; readonly from: number; readonly to: number; readonly next: number }
  /**
   * Lets the current attempt to match fail if the current round of a loop has consumed no character. The slot `mark`
   * contains the position at which the round started.
   */
  | { readonly op: 'progress'; readonly mark: number; readonly next: number }
  | { readonly op: 'match' };

export interface Lookaround {
  readonly ahead: boolean;
  readonly negative: boolean;
  readonly body: PatternProgram;
}

export interface PatternProgram {
  readonly code: readonly Instruction[];
  readonly start: number;
  /** True if the program matches the text from right to left. */
  readonly backward: boolean;
}

/** The maximum number of instructions after counted repetitions are written out. */
const MAX_INSTRUCTIONS = 20_000;

/** Thrown for a pattern whose program would be too large, so that matching any text would be too expensive. */
export class CostlyPattern extends Error {}

/** The direction in which the body of a lookaround is matched. */
export type LookDirection = (ahead: boolean) => 'forward' | 'backward';

/**
 * The directions that ECMA-262 defines: a lookahead is matched forwards, and a lookbehind backwards. The text of a
 * captured group depends on the direction.
 */
export const BACKTRACKING_DIRECTION: LookDirection = (ahead) => (ahead ? 'forward' : 'backward');
/** The opposite directions. With them, one pass of an automaton finds *all* positions at which a lookaround is true. */
export const AUTOMATON_DIRECTION: LookDirection = (ahead) => (ahead ? 'backward' : 'forward');

/**
 * Compiles a pattern. The positions of a match are stored in slots: `2 * group` for the start of a group, and `2 *
 * group + 1` for its end. Further slots mark the start of a round: one for each unbounded repetition and each optional
 * round.
 */
export function compileProgram(pattern: Pattern, direction: LookDirection): PatternProgram {
  const { captures, hasBackreference } = pattern;
  return new Compiler(direction, { instructions: 0, marks: 2 * captures + 2, tracked: hasBackreference }).program(
    pattern.root,
    false,
  );
}

interface Count {
  instructions: number;
  marks: number;
  /** Whether the program records the positions of groups. It does only if the result of a match depends on them. */
  readonly tracked: boolean;
}

/**
 * Compiles a pattern from its end to its start. When an instruction is added, the instruction after it is therefore
 * already known.
 */
class Compiler {
  readonly #code: Instruction[] = [];
  #backward = false;
  readonly #direction: LookDirection;
  readonly #count: Count;

  constructor(direction: LookDirection, count: Count) {
    this.#direction = direction;
    this.#count = count;
  }

  program(root: PatternTree, backward: boolean): PatternProgram {
    this.#backward = backward;
    const start = this.#compile(root, this.#add({ op: 'match' }));
    return { code: this.#code, start, backward };
  }

  #compile(tree: PatternTree, next: number): number {
    switch (tree.kind) {
      case 'set':
        return this.#add({ op: 'take', set: tree.set, next });
      case 'sequence':
        return (this.#backward ? tree.parts : tree.parts.toReversed()).reduce(
          (then, part) => this.#compile(part, then),
          next,
        );
      case 'choice':
        return this.#choice(tree.options.map((option) => this.#compile(option, next)));
      case 'repeat':
        return this.#repeat(tree, next);
      case 'capture': {
        if (!this.#count.tracked) return this.#compile(tree.part, next);
        const [opens, closes] = this.#backward ? [1, 0] : [0, 1];
        const closed = this.#add({ op: 'save', slot: 2 * tree.index + closes, next });
        return this.#add({ op: 'save', slot: 2 * tree.index + opens, next: this.#compile(tree.part, closed) });
      }
      case 'backreference':
        return this.#add({ op: 'backreference', groups: tree.groups, ignoreCase: tree.ignoreCase, next });
      case 'assertion':
        return this.#add({ op: 'assertion', assertion: tree, next });
      case 'lookaround': {
        const body = new Compiler(this.#direction, this.#count).program(
          tree.part,
          this.#direction(tree.ahead) === 'backward',
        );
        return this.#add({ op: 'lookaround', lookaround: { ahead: tree.ahead, negative: tree.negative, body }, next });
      }
      default:
        return tree satisfies never;
    }
  }

  #choice(starts: readonly number[]): number {
    return starts.reduceRight((second, first) => this.#add({ op: 'split', first, second }));
  }

  #repeat(tree: RepeatTree, next: number): number {
    const { min, max } = tree;
    let start = max === Infinity ? this.#loop(tree, next) : next;
    // Each optional round can be skipped together with all later rounds.
    for (let round = max === Infinity ? min : max; round > min; round -= 1)
      start = this.#split(tree, this.#checkedRound(tree, start), next);
    for (let round = min; round > 0; round -= 1) {
      const longer = this.#round(tree, start);
      // The repeated part is empty, so all rounds together are empty too.
      if (longer === start) break;
      start = longer;
    }
    return start;
  }

  #loop(tree: RepeatTree, next: number): number {
    const head = this.#add({ op: 'match' });
    const round = this.#checkedRound(tree, head);
    this.#code[head] = tree.lazy
      ? { op: 'split', first: next, second: round }
      : { op: 'split', first: round, second: next };
    return head;
  }

  #split({ lazy }: RepeatTree, round: number, next: number): number {
    return this.#add(lazy ? { op: 'split', first: next, second: round } : { op: 'split', first: round, second: next });
  }

  /**
   * Compiles one optional round of a repetition. The round fails if it matches the empty string (ECMA-262 §22.2.2.3.1).
   * If the positions of groups are not recorded, an empty round cannot change the result, so it is not checked.
   */
  #checkedRound(tree: RepeatTree, next: number): number {
    if (!this.#count.tracked) return this.#round(tree, next);
    const mark = (this.#count.marks += 1) - 1;
    const start = this.#round(tree, this.#add({ op: 'progress', mark, next }));
    return this.#add({ op: 'save', slot: mark, next: start });
  }

  #round({ part, captures: [from, to] }: RepeatTree, next: number): number {
    const start = this.#compile(part, next);
    return from === to || !this.#count.tracked
      ? start
      : this.#add({ op: 'forget', from: 2 * from, to: 2 * to, next: start });
  }

  #add(instruction: Instruction): number {
    this.#count.instructions += 1;
    if (this.#count.instructions > MAX_INSTRUCTIONS) {
      throw new CostlyPattern(
        `has more than ${MAX_INSTRUCTIONS} instructions when its counted repetitions are expanded`,
      );
    }
    return this.#code.push(instruction) - 1;
  }
}
