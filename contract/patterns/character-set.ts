/** Results for characters below this code are kept in a table. */
const ASCII = 128;
/** The maximum number of cached results for other characters. */
const MAX_KEPT = 4096;
/** A class that matches only ASCII characters: without negation, categories or characters beyond ASCII. */
const WITHIN_ASCII =
  /^(?:[\0-\x7f]|\[(?!\^)(?:[\0-\x5b\x5d-\x7f]|\\[dw\-\]\\^.$*+?()[{}|/tnrfv])*\]|\\[dw\-\]\\^.$*+?()[{}|/tnrfv])$/;

/**
 * The characters that one atom of a pattern matches. The engine's regular expression for this atom decides, so that
 * Unicode properties and case folding are exactly those of ECMA-262. On a single character, no expression is slow.
 */
export class CharacterSet {
  /** Bit `n` is set if the ASCII character `n` matches; bit 128 if other characters may match. */
  readonly mask: bigint;
  readonly key: string;
  readonly #expression: RegExp;
  readonly #ascii = new Uint8Array(ASCII);
  readonly #kept = new Map<number, boolean>();

  /**
   * `source`: an atom for one character, such as `[a-z]`, `\p{L}` or `.`. Throws a `SyntaxError` if it is not valid.
   */
  constructor(
    readonly source: string,
    readonly ignoreCase: boolean,
  ) {
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

  /** Whether the set has a code point. A lone surrogate is a code point of its own. */
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
