import type { CharacterSet } from './character-set.js';
import { codeAfter, codeBefore, widthOf } from './code-points.js';
import { holdsAt } from './edges.js';
import type { Instruction, Look, Program } from './program.js';

/** States kept; beyond this they are made anew, so that memory stays bounded and time linear. */
const MAX_STATES = 2000;
/** Symbols of other characters than ASCII that are kept. */
const MAX_SYMBOLS = 4096;
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
  readonly #program: Program;
  readonly #conditions: readonly Condition[];
  readonly #sets: readonly CharacterSet[];
  readonly #ascii = new Int32Array(128).fill(UNKNOWN);
  readonly #symbols = new Map<number, number>();
  readonly #signatures = new Map<string, number>();
  readonly #entering = new Map<string, Entering>();
  #states = 0;

  constructor(program: Program) {
    this.#program = program;
    this.#code = program.code;
    this.#sets = [...new Set(program.code.flatMap((instruction) => (instruction.op === 'take' ? [instruction.set] : [])))];
    this.#conditions = program.code.flatMap((instruction, at): Condition[] => {
      if (instruction.op === 'edge') return [{ at, tree: instruction.edge }];
      return instruction.op === 'look' ? [{ at, look: instruction.look, automaton: new Automaton(instruction.look.body) }] : [];
    });
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
    let entering = this.#enter([]);
    for (let index = backward ? text.length : 0; ; ) {
      const settled = this.#settle(entering, this.#context(text, index, tables));
      if (onPlace(index, settled.matches)) return true;
      // Nothing is under way, and nothing can begin any more: the pattern stood behind `^`.
      if (settled.isDead) return false;
      const code = backward ? codeBefore(text, index) : codeAfter(text, index);
      if (code === -1) return false;
      entering = this.#after(settled, this.#symbol(code), code);
      index += backward ? -widthOf(code) : widthOf(code);
    }
  }

  /** Which conditions hold at a place: a digit each, read as one text. Without conditions always the same. */
  #context(text: string, index: number, tables: readonly (Uint8Array | undefined)[]): string {
    let context = '';
    for (const [number, condition] of this.#conditions.entries()) {
      const holds = condition.look === undefined ? holdsAt(condition.tree, text, index) : (tables[number]?.[index] === 1) !== condition.look.negative;
      context += holds ? '1' : '0';
    }
    return context;
  }

  #enter(places: readonly number[]): Entering {
    const key = places.join(' ');
    const known = this.#entering.get(key);
    if (known !== undefined) return known;
    this.#forgetMany();
    const made: Entering = { places, settled: new Map() };
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
  #settle(entering: Entering, context: string): Settled {
    const known = entering.settled.get(context);
    if (known !== undefined) return known;
    const holds = new Map(this.#conditions.map(({ at }, number) => [at, context[number] === '1'] as const));
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
      else if (holds.get(at) !== false) pending.push(instruction.next);
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
    return first?.op === 'edge' && first.edge.edge === 'start';
  }
}

/** Something that holds at a place or not: an edge, or a lookaround with the automaton that finds it. */
type Condition =
  | { readonly at: number; readonly tree: Extract<Instruction, { op: 'edge' }>['edge']; readonly look?: never; readonly automaton?: never }
  | { readonly at: number; readonly tree?: never; readonly look: Look; readonly automaton: Automaton };

/** Where a character has led to. */
interface Entering {
  readonly places: readonly number[];
  readonly settled: Map<string, Settled>;
}

/** The same with all that takes no character followed, in one context. */
interface Settled {
  readonly takes: readonly number[];
  readonly matches: boolean;
  readonly isDead: boolean;
  readonly after: (Entering | undefined)[];
}
