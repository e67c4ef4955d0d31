import type { CharacterSet } from './character-set.js';
import type { AssertionTree, Pattern, PatternTree, RepeatTree } from './pattern-tree.js';

/** The instructions of both matchers. `next` and the targets are indices of instructions. */
export type Instruction =
  | { readonly op: 'take'; readonly set: CharacterSet; readonly next: number }
  | { readonly op: 'split'; readonly first: number; readonly second: number }
  | { readonly op: 'assertion'; readonly assertion: AssertionTree; readonly next: number }
  /** `body` is a separate program. The automaton runs the body of a lookahead backwards. */
  | { readonly op: 'lookaround'; readonly lookaround: Lookaround; readonly next: number }
  | {
      readonly op: 'backreference';
      readonly groups: readonly number[];
      readonly ignoreCase: boolean;
      readonly next: number;
    }
  | { readonly op: 'save'; readonly slot: number; readonly next: number }
  | { readonly op: 'forget'; readonly from: number; readonly to: number; readonly next: number }
  /** Continues only if the loop round that began at `mark` consumed a character. */
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
  /** Matches from right to left. */
  readonly backward: boolean;
}

/** Largest size of a program after counted repetitions are expanded. */
const MAX_INSTRUCTIONS = 20_000;

/** A pattern that is too expensive to match for any text. */
export class CostlyPattern extends Error {}

/** The direction in which the body of a lookaround is matched. */
export type LookDirection = (ahead: boolean) => 'forward' | 'backward';

/** As in ECMA-262, a lookahead is matched forwards and a lookbehind backwards; captures depend on the direction. */
export const BACKTRACKING_DIRECTION: LookDirection = (ahead) => (ahead ? 'forward' : 'backward');
/** With the opposite direction, one pass of an automaton finds *all* positions where the lookaround holds. */
export const AUTOMATON_DIRECTION: LookDirection = (ahead) => (ahead ? 'backward' : 'forward');

/**
 * Compiles a pattern. The captures of a group use the slots `2 * group` and `2 * group + 1`. After the captures comes
 * one mark for each unbounded repetition.
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
  /** Whether captures affect the result. If they do not, they are not recorded. */
  readonly tracked: boolean;
}

/** Builds the program from its end to its start, so that the next instruction is known for each part. */
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
    // Each optional round has an exit past all remaining rounds.
    for (let round = max === Infinity ? min : max; round > min; round -= 1)
      start = this.#split(tree, this.#checkedRound(tree, start), next);
    for (let round = min; round > 0; round -= 1) {
      const longer = this.#round(tree, start);
      // A repetition of the empty text is the empty text.
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
   * Rejects an optional round that matches the empty text (ECMA-262 §22.2.2.3.1). Without captures, the check has no
   * effect.
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
