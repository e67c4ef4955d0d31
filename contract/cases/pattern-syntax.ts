import { ESCAPE, classChoices, escapeChoices } from './pattern-class.js';

/** A regular expression as something that texts can be written from; `least` and `most` bound their length in code points. */
export type PatternNode = { readonly least: number; readonly most: number } & (
  | { readonly kind: 'character'; readonly choices: readonly string[] }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'group'; readonly names: readonly string[]; readonly part: PatternNode }
  | { readonly kind: 'again'; readonly group: string }
  | { readonly kind: 'edge' }
);

const MAX_DEPTH = 100;
const AFTER_BACKSLASH = new RegExp(`^${ESCAPE}`, 'su');

/**
 * Parses an ECMA-262 pattern with the `u` flag, the dialect of `pattern` (Core §6.4). Lookaround and `\b` read as nothing:
 * whether a text meets them is found out by testing it. `undefined` for a pattern nested too deeply, or one that is none.
 */
export function parsePattern(pattern: string): PatternNode | undefined {
  const parser = new PatternParser(pattern);
  try {
    const node = parser.alternatives(0, true);
    return parser.atEnd() ? node : undefined;
  } catch (error) {
    if (error instanceof UnreadablePattern) return undefined;
    throw error;
  }
}

class UnreadablePattern extends Error {}

class PatternParser {
  private position = 0;
  private groups = 0;

  constructor(private readonly pattern: string) {}

  atEnd(): boolean {
    return this.position >= this.pattern.length;
  }

  /** `outermost`: a text may have more around what is matched, wherever no `^` or `$` stands. */
  alternatives(depth: number, outermost = false): PatternNode {
    if (depth > MAX_DEPTH) throw new UnreadablePattern();
    const options: PatternNode[] = [];
    do {
      const parts = this.terms(depth);
      options.push(sequence(outermost ? padded(parts) : parts));
    } while (this.take('|'));
    return options.length === 1 && options[0] !== undefined ? options[0] : choice(options);
  }

  private terms(depth: number): readonly PatternNode[] {
    const parts: PatternNode[] = [];
    while (!this.atEnd() && !this.at('|') && !this.at(')')) parts.push(this.quantified(this.term(depth)));
    return parts;
  }

  private term(depth: number): PatternNode {
    if (this.take('^') || this.take('$')) return { kind: 'edge', least: 0, most: 0 };
    if (this.take('(')) return this.group(depth);
    if (this.at('[')) return character(classChoices(this.characterClass()));
    if (this.take('.')) return character(classChoices('[^\\n\\r\\u2028\\u2029]'));
    if (this.take('\\')) return this.escape();
    return character([this.codePoint()]);
  }

  private group(depth: number): PatternNode {
    if (this.take('?')) {
      const assertion = /^(?:=|!|<=|<!)/.exec(this.rest())?.[0];
      const name = /^<([^>]*)>/.exec(this.rest());
      this.position += (assertion ?? name?.[0] ?? /^[a-z-]*:/.exec(this.rest())?.[0] ?? '').length;
      if (assertion === undefined && name === null) return this.closed(this.alternatives(depth + 1));
      if (name !== null) return this.captured(depth, [String((this.groups += 1)), name[1] ?? '']);
      // Skipped, but read: the groups inside count.
      this.closed(this.alternatives(depth + 1));
      return sequence([]);
    }
    return this.captured(depth, [String((this.groups += 1))]);
  }

  private captured(depth: number, names: readonly string[]): PatternNode {
    const part = this.closed(this.alternatives(depth + 1));
    return { kind: 'group', names, part, least: part.least, most: part.most };
  }

  private closed(node: PatternNode): PatternNode {
    if (!this.take(')')) throw new UnreadablePattern();
    return node;
  }

  private escape(): PatternNode {
    const again = /^(?:k<([^>]*)>|([1-9]\d*))/.exec(this.rest());
    if (again !== null) {
      this.position += again[0].length;
      return { kind: 'again', group: again[1] ?? again[2] ?? '', least: 0, most: 0 };
    }
    if (this.take('b') || this.take('B')) return sequence([]);
    const escape = AFTER_BACKSLASH.exec(this.rest())?.[0];
    if (escape === undefined) throw new UnreadablePattern();
    this.position += escape.length;
    return character(escapeChoices(`\\${escape}`));
  }

  private characterClass(): string {
    const source = /^\[(?:[^\]\\]|\\.)*\]/su.exec(this.rest())?.[0];
    if (source === undefined) throw new UnreadablePattern();
    this.position += source.length;
    return source;
  }

  private quantified(part: PatternNode): PatternNode {
    const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.rest());
    if (quantifier === null) return part;
    this.position += quantifier[0].length;
    const [, mark, from = '0', comma, to = ''] = quantifier;
    if (mark !== undefined) return repeat(part, mark === '+' ? 1 : 0, mark === '?' ? 1 : Infinity);
    return repeat(part, Number(from), to !== '' ? Number(to) : comma === '' ? Number(from) : Infinity);
  }

  private codePoint(): string {
    const text = String.fromCodePoint(this.pattern.codePointAt(this.position) ?? 0);
    this.position += text.length;
    return text;
  }

  private rest(): string {
    return this.pattern.slice(this.position);
  }

  private at(mark: string): boolean {
    return this.pattern.startsWith(mark, this.position);
  }

  private take(mark: string): boolean {
    const taken = this.at(mark);
    if (taken) this.position += mark.length;
    return taken;
  }
}

function padded(parts: readonly PatternNode[]): readonly PatternNode[] {
  const around = repeat(character(classChoices('[^]')), 0, Infinity);
  const [first] = parts;
  return [...(first?.kind === 'edge' ? [] : [around]), ...parts, ...(parts.at(-1)?.kind === 'edge' ? [] : [around])];
}

function character(choices: readonly string[]): PatternNode {
  return { kind: 'character', choices, least: 1, most: 1 };
}

function sequence(parts: readonly PatternNode[]): PatternNode {
  return { kind: 'sequence', parts, least: sum(parts.map((part) => part.least)), most: sum(parts.map((part) => part.most)) };
}

function choice(options: readonly PatternNode[]): PatternNode {
  const [leasts, mosts] = [options.map((option) => option.least), options.map((option) => option.most)];
  return { kind: 'choice', options, least: Math.min(...leasts), most: Math.max(...mosts) };
}

function repeat(part: PatternNode, min: number, max: number): PatternNode {
  return { kind: 'repeat', part, min, max, least: min * part.least, most: max === 0 || part.most === 0 ? 0 : max * part.most };
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
