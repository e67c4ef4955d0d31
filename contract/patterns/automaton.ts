import type { CharacterSet } from './character-set.js';
import { codeAfter, codeBefore, widthOf } from './code-points.js';
import { holdsAt } from './assertions.js';
import type { AssertionTree } from './pattern-tree.js';
import { CostlyPattern, type Instruction, type Lookaround, type PatternProgram } from './program.js';
import { UndecidedMatch } from './undecided-match.js';

/** States kept; beyond this they are made anew, so that memory stays bounded and time linear. */
const MAX_STATES = 2000;
/** Places of the program visited for one text, at most: counted for every character as if nothing were kept, so that it depends on the text alone. */
const MAX_WORK = 50_000_000;
/** Symbols of other characters than ASCII that are kept. */
const MAX_SYMBOLS = 4096;
/** Bits of a context. */
const MAX_CONDITIONS = 30;
const UNKNOWN = -1;

/** Told for each place, in the order of the sweep, whether a match ends there; `true` stops the sweep. */
type OnPlace = (index: number, matches: boolean) => boolean;

/**
 * A pattern without backreferences as a finite automaton, whose deterministic states are made when first met (Thompson 1968;
 * Cox, "Regular Expression Matching Can Be Simple And Fast"). Time is at most the length of the text times that of the pattern.
 *
 * What depends on the surroundings of a place, edges and lookaround, is asked once for the place and makes up its *context*,
 * one bit each. Of a lookaround, a sweep of its own body in the opposite direction tells all places where it holds.
 */
export class Automaton {
  readonly #code: readonly Instruction[];
  readonly #program: PatternProgram;
  readonly #conditions: readonly Condition[];
  /** Of an instruction that is a condition, its number among them. */
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
    this.#sets = [...new Set(program.code.flatMap((instruction) => (instruction.op === 'take' ? [instruction.set] : [])))];
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
          numbered(conditions, String(at), () => ({ lookaround: instruction.lookaround, automaton: new Automaton(instruction.lookaround.body) })),
        );
      }
    }
    if (conditions.size > MAX_CONDITIONS) throw new CostlyPattern(`has more than ${MAX_CONDITIONS} lookarounds and kinds of assertions`);
    this.#conditions = [...conditions.values()];
    this.#hasOnlyTextEnds = this.#conditions.every(({ tree }) => tree?.assertion === 'start' || tree?.assertion === 'end');
  }

  /** Whether the pattern is found anywhere in the text. */
  test(text: string): boolean {
    return this.#sweep(text, (_, matches) => matches);
  }

  /** For each place between code units, whether the pattern, begun anywhere, ends there. */
  places(text: string): Uint8Array {
    const places = new Uint8Array(text.length + 1);
    this.#sweep(text, (index, matches) => {
      if (matches) places[index] = 1;
      return false;
    });
    return places;
  }

  /** Answers whether it was stopped. A match may begin at every place. */
  #sweep(text: string, onPlace: OnPlace): boolean {
    const { backward } = this.#program;
    const tables = this.#conditions.map(({ automaton }) => automaton?.places(text));
    // Between its ends no place of a text differs from another, where nothing is asked but whether it is one of them.
    const within = this.#hasOnlyTextEnds ? 0 : undefined;
    let work = 0;
    let entering = this.#enter([]);
    for (let index = backward ? text.length : 0; ;) {
      const context = within !== undefined && index > 0 && index < text.length ? within : this.#context(text, index, tables);
      const settled = entering.context === context && entering.last !== undefined ? entering.last : this.#settle(entering, context);
      if (onPlace(index, settled.matches)) return true;
      // Nothing is under way, and nothing can begin any more: the pattern stood behind `^`.
      if (settled.isDead) return false;
      const code = backward ? codeBefore(text, index) : codeAfter(text, index);
      if (code === -1) return false;
      work += settled.takes.length;
      if (work > MAX_WORK) throw new UndecidedMatch(`a pattern match was not decided within ${MAX_WORK} steps`);
      entering = this.#after(settled, this.#symbol(code), code);
      index += backward ? -widthOf(code) : widthOf(code);
    }
  }

  /** Which conditions hold at a place, a bit each. */
  #context(text: string, index: number, tables: readonly (Uint8Array | undefined)[]): number {
    let context = 0;
    for (let number = 0; number < this.#conditions.length; number += 1) {
      const { tree, lookaround } = this.#conditions[number] as Condition;
      if (tree === undefined ? (tables[number]?.[index] === 1) !== lookaround.negative : holdsAt(tree, text, index)) context |= 1 << number;
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

  /** Follows everything that takes no character. */
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
      else if ((context & (1 << (this.#bits.get(at) ?? MAX_CONDITIONS))) !== 0 || !this.#bits.has(at)) pending.push(instruction.next);
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

  /** Characters that all sets treat alike are one symbol. */
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

  /** Whether the program opens with `^`, so that behind the beginning of the text no match can begin. */
  #beginsOnlyAtStart(): boolean {
    const first = this.#code[this.#program.start];
    return first?.op === 'assertion' && first.assertion.assertion === 'start';
  }
}

/** Something that holds at a place or not: an assertion, or a lookaround with the automaton that finds it. */
type Condition =
  | { readonly tree: AssertionTree; readonly lookaround?: never; readonly automaton?: never }
  | { readonly tree?: never; readonly lookaround: Lookaround; readonly automaton: Automaton };

function numbered(conditions: Map<string, Condition>, key: string, make: () => Condition): number {
  if (!conditions.has(key)) conditions.set(key, make());
  return [...conditions.keys()].indexOf(key);
}

/** Where a character has led to. */
interface Entering {
  readonly places: readonly number[];
  readonly settled: Map<number, Settled>;
  /** The context that was asked for last, and its answer. */
  context: number;
  last: Settled | undefined;
}

/** The same with all that takes no character followed, in one context. */
interface Settled {
  readonly takes: readonly number[];
  readonly matches: boolean;
  readonly isDead: boolean;
  readonly after: (Entering | undefined)[];
}
