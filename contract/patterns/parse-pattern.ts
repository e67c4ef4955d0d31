import { CharacterSet } from './character-set.js';
import type { BackreferenceTree, AssertionTree, Pattern, PatternTree } from './pattern-tree.js';

const MAX_DEPTH = 150;

/** Thrown for a pattern that the JavaScript engine accepts, but that is nested too deeply for this parser. */
export class UnreadablePattern extends Error {}

/**
 * Parses a pattern that compiles with the `u` flag. Throws `SyntaxError` if it does not compile, and
 * `UnreadablePattern` if it is nested too deeply for the call stack. The engine checks the syntax first, so this parser
 * only finds the structure. The package `@eslint-community/regexpp` is not used: it would add 82 kB to the page of
 * every card, because the page contains this matcher (89 kB).
 */
export function parsePattern(pattern: string): Pattern {
  void new RegExp(pattern, 'u');
  return new PatternParser(pattern).whole();
}

/** The flags of a regular expression that a group such as `(?i-s:…)` can change. */
interface Modifiers {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}

/**
 * Matches an escape for one character. With the `u` flag, a pair of escaped surrogates is one character (ECMA-262
 * §22.2.1).
 */
const ESCAPE =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9A-Fa-f]+\}|u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[^])/uy;
const CLASS = /\[(?:[^\]\\]|\\[^])*\]/uy;
const AGAIN = /\\(?:k<([^>]*)>|([1-9]\d*))/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/uy;
const LOOK = /\?(<?)([=!])/uy;
const NAME = /\?<([^>]*)>/uy;
const MODIFIERS = /\?([ims]*)(?:-([ims]*))?:/uy;

/** A parser for one pattern. Atoms with equal sources share one character set, so the automaton stays small. */
class PatternParser {
  readonly #pattern: string;
  #position = 0;
  #captures = 0;
  readonly #names = new Map<string, number[]>();
  readonly #named: { readonly name: string; readonly groups: number[] }[] = [];
  readonly #sets = new Map<string, CharacterSet>();
  #hasBackreference = false;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  whole(): Pattern {
    const root = this.#alternatives({ i: false, m: false, s: false }, 0);
    // A named backreference may come before its group, so its groups are known only at the end of the pattern.
    for (const { name, groups } of this.#named) groups.push(...(this.#names.get(name) ?? []));
    return { root, captures: this.#captures, hasBackreference: this.#hasBackreference };
  }

  #alternatives(modifiers: Modifiers, depth: number): PatternTree {
    if (depth > MAX_DEPTH) throw new UnreadablePattern(`nests groups more than ${MAX_DEPTH} levels deep`);
    const options: PatternTree[] = [];
    do {
      const parts: PatternTree[] = [];
      while (this.#position < this.#pattern.length && !this.#at('|') && !this.#at(')'))
        parts.push(this.#quantified(modifiers, depth));
      options.push(parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'sequence', parts });
    } while (this.#take('|'));
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
  }

  #quantified(modifiers: Modifiers, depth: number): PatternTree {
    const from = this.#captures + 1;
    const part = this.#term(modifiers, depth);
    const quantifier = this.#match(QUANTIFIER);
    if (quantifier === null) return part;
    const [, mark, least = '0', comma, most = '', lazy] = quantifier;
    const min = mark === undefined ? Number(least) : mark === '+' ? 1 : 0;
    const max =
      mark === undefined
        ? most === '' && comma !== ''
          ? Infinity
          : Number(most === '' ? least : most)
        : mark === '?'
          ? 1
          : Infinity;
    return { kind: 'repeat', part, min, max, lazy: lazy === '?', captures: [from, this.#captures + 1] };
  }

  #term(modifiers: Modifiers, depth: number): PatternTree {
    if (this.#take('^')) return this.#assertion(modifiers.m ? 'line-start' : 'start', modifiers);
    if (this.#take('$')) return this.#assertion(modifiers.m ? 'line-end' : 'end', modifiers);
    if (this.#take('\\b')) return this.#assertion('boundary', modifiers);
    if (this.#take('\\B')) return this.#assertion('no-boundary', modifiers);
    if (this.#take('(')) return this.#group(modifiers, depth + 1);
    if (this.#take('.')) return this.#set(modifiers.s ? '[^]' : '.', modifiers);
    if (this.#at('[')) return this.#set(this.#match(CLASS)?.[0] ?? '', modifiers);
    if (this.#at('\\')) return this.#backreference(modifiers) ?? this.#set(this.#match(ESCAPE)?.[0] ?? '', modifiers);
    const code = this.#pattern.codePointAt(this.#position) ?? 0;
    this.#position += code > 0xff_ff ? 2 : 1;
    return this.#set(code < 0x80 ? String.fromCharCode(code) : `\\u{${code.toString(16)}}`, modifiers);
  }

  #group(modifiers: Modifiers, depth: number): PatternTree {
    const lookaround = this.#match(LOOK);
    if (lookaround !== null) {
      return {
        kind: 'lookaround',
        ahead: lookaround[1] === '',
        negative: lookaround[2] === '!',
        part: this.#closed(modifiers, depth),
      };
    }
    const changed = this.#match(MODIFIERS);
    if (changed !== null) return this.#closed(changedBy(modifiers, changed[1] ?? '', changed[2] ?? ''), depth);
    const name = this.#match(NAME)?.[1];
    const index = (this.#captures += 1);
    if (name !== undefined)
      this.#names.set(unescapedName(name), [...(this.#names.get(unescapedName(name)) ?? []), index]);
    return { kind: 'capture', index, part: this.#closed(modifiers, depth) };
  }

  #closed(modifiers: Modifiers, depth: number): PatternTree {
    const tree = this.#alternatives(modifiers, depth);
    if (!this.#take(')')) throw new UnreadablePattern(`has no closing parenthesis at position ${this.#position}`);
    return tree;
  }

  #backreference(modifiers: Modifiers): BackreferenceTree | undefined {
    const again = this.#match(AGAIN);
    if (again === null) return undefined;
    this.#hasBackreference = true;
    const [, name, number] = again;
    const groups: number[] = number === undefined ? [] : [Number(number)];
    if (name !== undefined) this.#named.push({ name: unescapedName(name), groups });
    return { kind: 'backreference', groups, ignoreCase: modifiers.i };
  }

  #assertion(assertion: AssertionTree['assertion'], { i }: Modifiers): AssertionTree {
    return { kind: 'assertion', assertion, word: this.#shared(String.raw`\w`, i) };
  }

  #set(source: string, { i }: Modifiers): PatternTree {
    return { kind: 'set', set: this.#shared(source, i) };
  }

  #shared(source: string, ignoreCase: boolean): CharacterSet {
    const key = `${ignoreCase ? 'i' : ''}${source}`;
    const set = this.#sets.get(key) ?? new CharacterSet(source, ignoreCase);
    this.#sets.set(key, set);
    return set;
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#position;
    const found = expression.exec(this.#pattern);
    if (found !== null) this.#position += found[0].length;
    return found;
  }

  #at(mark: string): boolean {
    return this.#pattern.startsWith(mark, this.#position);
  }

  #take(mark: string): boolean {
    const taken = this.#at(mark);
    if (taken) this.#position += mark.length;
    return taken;
  }
}

function changedBy(modifiers: Modifiers, on: string, off: string): Modifiers {
  const now = (flag: 'i' | 'm' | 's'): boolean => on.includes(flag) || (modifiers[flag] && !off.includes(flag));
  return { i: now('i'), m: now('m'), s: now('s') };
}

/** The name of a group without escapes: `(?<\u0061>…)` is the group `a`. */
function unescapedName(name: string): string {
  const escapes = /\\u(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{4}))/gu;
  return name.replaceAll(escapes, (_, braced?: string, four?: string) => {
    const code = Number.parseInt(braced ?? four ?? '', 16);
    return code > 0xff_ff ? String.fromCodePoint(code) : String.fromCharCode(code);
  });
}
