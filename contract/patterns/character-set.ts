/** Below this every answer is kept in a table. */
const ASCII = 128;
/** Answers kept for other characters. */
const MAX_KEPT = 4096;
/** No negation, no category and no character beyond ASCII: what such a class takes lies within ASCII. */
const WITHIN_ASCII = /^(?:[\0-\x7f]|\[(?!\^)(?:[\0-\x5b\x5d-\x7f]|\\[dw\-\]\\^.$*+?()[{}|/tnrfv])*\]|\\[dw\-\]\\^.$*+?()[{}|/tnrfv])$/;

/**
 * The characters that one atom of a pattern takes. Asked of the engine's own regular expression for this single atom, so that
 * Unicode properties and case folding are exactly those of ECMA-262; on one character nothing can be slow.
 */
export class CharacterSet {
  /** Bit `n`: takes the ASCII character `n`; bit 128: may take others. */
  readonly mask: bigint;
  readonly key: string;
  readonly #expression: RegExp;
  readonly #ascii = new Uint8Array(ASCII);
  readonly #kept = new Map<number, boolean>();

  /** `source`: an atom of one character, such as `[a-z]`, `\p{L}` or `.`. Throws a `SyntaxError` where it is none. */
  constructor(readonly source: string, readonly ignoreCase: boolean) {
    this.key = `${ignoreCase ? 'i' : ''}${source}`;
    this.#expression = new RegExp(`^${source}$`, ignoreCase ? 'iu' : 'u');
    let mask = ignoreCase || !WITHIN_ASCII.test(source) ? 1n << 128n : 0n;
    for (let code = 0; code < ASCII; code += 1) {
      if (!this.#expression.test(String.fromCharCode(code))) continue;
      this.#ascii[code] = 1;
      mask |= 1n << BigInt(code);
    }
    this.mask = mask;
  }

  /** `code`: a code point; half a surrogate pair is one of its own. */
  has(code: number): boolean {
    if (code < ASCII) return this.#ascii[code] === 1;
    const known = this.#kept.get(code);
    if (known !== undefined) return known;
    const taken = this.#expression.test(String.fromCodePoint(code));
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(code, taken);
    return taken;
  }
}
