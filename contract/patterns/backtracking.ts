import { codeAfter, codeBefore, widthOf } from './code-points.js';
import { CharacterSet } from './character-set.js';
import { holdsAt } from './assertions.js';
import type { Instruction, PatternProgram } from './program.js';
import { UndecidedMatch } from './undecided-match.js';

/** The maximum number of steps for one text. This many steps take about ten milliseconds. */
const MAX_STEPS = 400_000;
/** The maximum number of alternatives that are still to be tried. Each of them stores the matches of all groups. */
const MAX_PENDING = 200_000;

/**
 * Tests texts by backtracking, as ECMA-262 §22.2.2 describes it. Only patterns with backreferences need it, because no
 * automaton can match them. Throws `UndecidedMatch` at the step limit.
 */
export function backtrackingTest(program: PatternProgram): (text: string) => boolean {
  return (text) => {
    const attempt = new Attempt(text);
    for (let index = 0; ;) {
      if (attempt.run(program, index, []) !== undefined) return true;
      const code = codeAfter(text, index);
      if (code === -1) return false;
      index += widthOf(code);
    }
  };
}

/**
 * The recorded positions of a match, by slot number. They are the start and the end of each group, and the start of the
 * current round of each loop.
 */
type Slots = readonly (number | undefined)[];

interface PendingPath {
  readonly at: number;
  readonly index: number;
  readonly slots: Slots;
}

class Attempt {
  readonly #text: string;
  #steps = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The recorded positions of the first match that starts at `from`; `undefined` if there is none. Alternatives are
   * tried in the order of ECMA-262.
   */
  run(program: PatternProgram, from: number, begun: Slots): Slots | undefined {
    const pending: PendingPath[] = [{ at: program.start, index: from, slots: begun }];
    for (let road = pending.pop(); road !== undefined; road = pending.pop()) {
      let { at, index, slots } = road;
      for (;;) {
        this.#count(pending.length);
        const instruction = program.code[at];
        if (instruction === undefined || instruction.op === 'match') return slots;
        if (instruction.op === 'split') {
          pending.push({ at: instruction.second, index, slots });
          at = instruction.first;
          continue;
        }
        const stepped = this.#step(instruction, program.backward, index, slots);
        if (stepped === undefined) break;
        ({ index, slots } = stepped);
        at = instruction.next;
      }
    }
    return undefined;
  }

  #count(pending: number): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS || pending > MAX_PENDING)
      throw new UndecidedMatch(`a pattern match was not decided within ${MAX_STEPS} steps`);
  }

  #step(
    instruction: Straight,
    backward: boolean,
    index: number,
    slots: Slots,
  ): { readonly index: number; readonly slots: Slots } | undefined {
    switch (instruction.op) {
      case 'take': {
        const code = backward ? codeBefore(this.#text, index) : codeAfter(this.#text, index);
        if (code === -1 || !instruction.set.has(code)) return undefined;
        return { index: index + (backward ? -widthOf(code) : widthOf(code)), slots };
      }
      case 'assertion':
        return holdsAt(instruction.assertion, this.#text, index) ? { index, slots } : undefined;
      case 'save':
        return { index, slots: withSlot(slots, instruction.slot, index) };
      case 'forget':
        return {
          index,
          slots: slots.map((slot, number) =>
            number >= instruction.from && number < instruction.to ? undefined : slot,
          ),
        };
      case 'progress':
        return slots[instruction.mark] === index ? undefined : { index, slots };
      case 'lookaround': {
        const { negative, body } = instruction.lookaround;
        const found = this.run(body, index, slots);
        if (negative) return found === undefined ? { index, slots } : undefined;
        return found && { index, slots: found };
      }
      case 'backreference': {
        const after = this.#backreference(instruction, backward, index, slots);
        return after === undefined ? undefined : { index: after, slots };
      }
      default:
        return instruction satisfies never;
    }
  }

  /**
   * The position in the text after a repetition of the group's text. `undefined` if this text does not occur at
   * `index`. A group without a match is treated like the empty string.
   */
  #backreference(
    { groups, ignoreCase }: Extract<Instruction, { op: 'backreference' }>,
    backward: boolean,
    index: number,
    slots: Slots,
  ): number | undefined {
    const group = groups.find(
      (candidate) => slots[2 * candidate] !== undefined && slots[2 * candidate + 1] !== undefined,
    );
    if (group === undefined) return index;
    const captured = this.#text.slice(slots[2 * group], slots[2 * group + 1]);
    this.#steps += captured.length;
    const start = backward ? index - captured.length : index;
    if (start < 0) return undefined;
    const found = this.#text.slice(start, start + captured.length);
    if (found !== captured && !(ignoreCase && areAlike(found, captured))) return undefined;
    return backward ? start : start + captured.length;
  }
}

/** An instruction that has exactly one next instruction. */
type Straight = Exclude<Instruction, { op: 'split' } | { op: 'match' }>;

function withSlot(slots: Slots, slot: number, index: number): Slots {
  const changed = slots.slice();
  changed[slot] = index;
  return changed;
}

/**
 * Whether two texts are equal after case folding, as the JavaScript engine compares them: character by character
 * (ECMA-262 §22.2.2.7.3, Canonicalize).
 */
function areAlike(a: string, b: string): boolean {
  const [left, right] = [[...a], [...b]];
  return (
    left.length === right.length &&
    left.every((character, index) => {
      const other = right[index] ?? '';
      return (
        character === other ||
        new CharacterSet(`\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`, true).has(other.codePointAt(0) ?? 0)
      );
    })
  );
}
