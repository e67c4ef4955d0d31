import type { CharacterSet } from './character-set.js';
import { codeAfter, codeBefore, widthOf } from './code-points.js';
import { holdsAt } from './assertions.js';
import type { AssertionTree } from './pattern-tree.js';
import { CostlyPattern, type Instruction, type Lookaround, type PatternProgram } from './program.js';
import { UndecidedMatch } from './undecided-match.js';

/**
 * The maximum number of cached deterministic states. A full cache is cleared, so the memory is bounded and the time
 * stays linear.
 */
const MAX_STATES = 2000;
/**
 * The maximum number of program positions that are visited for one text. Cached results count as if they were computed.
 * Whether a text exceeds the limit therefore does not depend on earlier texts.
 */
const MAX_WORK = 50_000_000;
/** The maximum number of characters beyond ASCII for which the number of the symbol is cached (see `#symbol`). */
const MAX_SYMBOLS = 4096;
/**
 * The maximum number of conditions (assertions and lookarounds) in a pattern. Their results at a position are the bits
 * of one number.
 */
const MAX_CONDITIONS = 30;
const UNKNOWN = -1;

/**
 * A function that is called for each position of a text, in order, during one pass. `matches` is true if a match ends
 * at the position. The pass stops if the function returns `true`.
 */
type OnPlace = (index: number, matches: boolean) => boolean;

/**
 * A finite automaton for a pattern without backreferences. Its deterministic states are created on first use (Thompson
 * 1968; Cox, "Regular Expression Matching Can Be Simple And Fast"). The time is at most the length of the text times
 * the length of the pattern.
 *
 * Whether an assertion or a lookaround is true depends on the characters around a position. These conditions are
 * evaluated once for each position. Their results, one bit each, are the *context* of the position. For a lookaround,
 * one sweep of its body in the opposite direction finds all positions at which it is true.
 */
export class Automaton {
  readonly #code: readonly Instruction[];
  readonly #program: PatternProgram;
  readonly #conditions: readonly Condition[];
  /** Maps the index of the instruction for a condition to the number of its bit in a context. */
  readonly #bits = new Map<number, number>();
  readonly #hasOnlyTextEnds: boolean;
  readonly #sets: readonly CharacterSet[];
  readonly #ascii = new Int32Array(128).fill(UNKNOWN);
  readonly #symbols = new Map<number, number>();
  readonly #signatures = new Map<string, number>();
  readonly #entering = new Map<string, Entering>();
  #states = 0;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#code = program.code;
    this.#sets = [
      ...new Set(program.code.flatMap((instruction) => (instruction.op === 'take' ? [instruction.set] : []))),
    ];
    const conditions = new Map<string, Condition>();
    for (const [at, instruction] of program.code.entries()) {
      if (instruction.op === 'assertion') {
        const key = `${instruction.assertion.assertion} ${instruction.assertion.word.key}`;
        this.#bits.set(
          at,
          numbered(conditions, key, () => ({ tree: instruction.assertion })),
        );
      } else if (instruction.op === 'lookaround') {
        this.#bits.set(
          at,
          numbered(conditions, String(at), () => ({
            lookaround: instruction.lookaround,
            automaton: new Automaton(instruction.lookaround.body),
          })),
        );
      }
    }
    if (conditions.size > MAX_CONDITIONS)
      throw new CostlyPattern(`has more than ${MAX_CONDITIONS} lookarounds and kinds of assertions`);
    this.#conditions = [...conditions.values()];
    this.#hasOnlyTextEnds = this.#conditions.every(
      ({ tree }) => tree?.assertion === 'start' || tree?.assertion === 'end',
    );
  }

  /** Whether the pattern matches anywhere in the text. */
  test(text: string): boolean {
    return this.#sweep(text, (_, matches) => matches);
  }

  /** For each position in the text, 1 if a match ends there, and 0 otherwise. */
  places(text: string): Uint8Array {
    const places = new Uint8Array(text.length + 1);
    this.#sweep(text, (index, matches) => {
      if (matches) places[index] = 1;
      return false;
    });
    return places;
  }

  /**
   * Calls `onPlace` for each position of the text. A match may start at any position. Returns whether `onPlace` stopped
   * the pass.
   */
  #sweep(text: string, onPlace: OnPlace): boolean {
    const { backward } = this.#program;
    const tables = this.#conditions.map(({ automaton }) => automaton?.places(text));
    // If the start and the end of the text are the only conditions, all positions between them have the same context.
    const within = this.#hasOnlyTextEnds ? 0 : undefined;
    let work = 0;
    let entering = this.#enter([]);
    for (let index = backward ? text.length : 0; ;) {
      const context =
        within !== undefined && index > 0 && index < text.length ? within : this.#context(text, index, tables);
      const settled =
        entering.context === context && entering.last !== undefined ? entering.last : this.#settle(entering, context);
      if (onPlace(index, settled.matches)) return true;
      // No match is in progress. The pattern starts with `^`, so no match can start later.
      if (settled.isDead) return false;
      const code = backward ? codeBefore(text, index) : codeAfter(text, index);
      if (code === -1) return false;
      work += settled.takes.length;
      if (work > MAX_WORK) throw new UndecidedMatch(`a pattern match was not decided within ${MAX_WORK} steps`);
      entering = this.#after(settled, this.#symbol(code), code);
      index += backward ? -widthOf(code) : widthOf(code);
    }
  }

  /** The context of a position: one bit for each condition, set if the condition is true at this position. */
  #context(text: string, index: number, tables: readonly (Uint8Array | undefined)[]): number {
    let context = 0;
    for (let number = 0; number < this.#conditions.length; number += 1) {
      const { tree, lookaround } = this.#conditions[number] as Condition;
      if (tree === undefined ? (tables[number]?.[index] === 1) !== lookaround.negative : holdsAt(tree, text, index))
        context |= 1 << number;
    }
    return context;
  }

  #enter(places: readonly number[]): Entering {
    const key = places.join(' ');
    const known = this.#entering.get(key);
    if (known !== undefined) return known;
    this.#forgetMany();
    const made: Entering = { places, settled: new Map(), context: 0, last: undefined };
    this.#entering.set(key, made);
    return made;
  }

  #forgetMany(): void {
    this.#states += 1;
    if (this.#states <= MAX_STATES) return;
    this.#entering.clear();
    this.#states = 0;
  }

  /** The state of the automaton in a context, after it has followed all instructions that consume no character. */
  #settle(entering: Entering, context: number): Settled {
    const settled = entering.settled.get(context) ?? this.#settled(entering, context);
    entering.context = context;
    entering.last = settled;
    return settled;
  }

  #settled(entering: Entering, context: number): Settled {
    const seen = new Uint8Array(this.#code.length);
    const takes: number[] = [];
    let matches = false;
    const pending = [...entering.places, this.#program.start];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const instruction = this.#code[at];
      if (instruction === undefined || seen[at] === 1) continue;
      seen[at] = 1;
      if (instruction.op === 'take') takes.push(at);
      else if (instruction.op === 'match') matches = true;
      else if (instruction.op === 'split') pending.push(instruction.first, instruction.second);
      else if ((context & (1 << (this.#bits.get(at) ?? MAX_CONDITIONS))) !== 0 || !this.#bits.has(at))
        pending.push(instruction.next);
    }
    this.#forgetMany();
    const isDead = takes.length === 0 && !this.#program.backward && this.#beginsOnlyAtStart();
    const made: Settled = { takes: takes.toSorted((a, b) => a - b), matches, isDead, after: [] };
    entering.settled.set(context, made);
    return made;
  }

  #after(settled: Settled, symbol: number, code: number): Entering {
    const known = settled.after[symbol];
    if (known !== undefined) return known;
    const places = new Set<number>();
    for (const at of settled.takes) {
      const instruction = this.#code[at];
      if (instruction?.op === 'take' && instruction.set.has(code)) places.add(instruction.next);
    }
    const made = this.#enter([...places].toSorted((a, b) => a - b));
    settled.after[symbol] = made;
    return made;
  }

  /**
   * The number of the symbol for a character. Two characters have the same symbol if no character set of the pattern
   * distinguishes them.
   */
  #symbol(code: number): number {
    const known = code < 128 ? (this.#ascii[code] ?? UNKNOWN) : (this.#symbols.get(code) ?? UNKNOWN);
    if (known !== UNKNOWN) return known;
    const signature = this.#sets.map((set) => (set.has(code) ? '1' : '0')).join('');
    const symbol = this.#signatures.get(signature) ?? this.#signatures.size;
    this.#signatures.set(signature, symbol);
    if (code < 128) this.#ascii[code] = symbol;
    else {
      if (this.#symbols.size >= MAX_SYMBOLS) this.#symbols.clear();
      this.#symbols.set(code, symbol);
    }
    return symbol;
  }

  /** Whether the program starts with `^`, so that a match can start only at the start of the text. */
  #beginsOnlyAtStart(): boolean {
    const first = this.#code[this.#program.start];
    return first?.op === 'assertion' && first.assertion.assertion === 'start';
  }
}

/** A condition on a position: an assertion, or a lookaround with its automaton. */
type Condition =
  | { readonly tree: AssertionTree; readonly lookaround?: never; readonly automaton?: never }
  | { readonly tree?: never; readonly lookaround: Lookaround; readonly automaton: Automaton };

function numbered(conditions: Map<string, Condition>, key: string, make: () => Condition): number {
  if (!conditions.has(key)) conditions.set(key, make());
  return [...conditions.keys()].indexOf(key);
}

/**
 * The instructions that the automaton has reached directly by consuming a character, with the states that follow from
 * them in each context.
 */
interface Entering {
  readonly places: readonly number[];
  readonly settled: Map<number, Settled>;
  /** The context for which a state was requested last. `last` is this state. */
  context: number;
  last: Settled | undefined;
}

/**
 * The instructions that the automaton has reached in one context, after it has followed all instructions that consume
 * no character.
 */
interface Settled {
  readonly takes: readonly number[];
  readonly matches: boolean;
  readonly isDead: boolean;
  readonly after: (Entering | undefined)[];
}
