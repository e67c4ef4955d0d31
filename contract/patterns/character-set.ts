/** The number of ASCII characters. Whether an ASCII character matches is stored in a bit mask. */
const ASCII = 128;
/** The maximum number of cached results for characters beyond ASCII. */
const MAX_KEPT = 4096;
/**
 * Matches atoms that only ASCII characters match. They have no negation, no Unicode property and no character beyond
 * ASCII.
 */
const WITHIN_ASCII =
  /^(?:[\0-\x7f]|\[(?!\^)(?:[\0-\x5b\x5d-\x7f]|\\[dw\-\]\\^.$*+?()[{}|/tnrfv])*\]|\\[dw\-\]\\^.$*+?()[{}|/tnrfv])$/;

/**
 * The characters that match one atom of a pattern, such as `[a-z]`. The engine's own regular expression for the atom
 * tests each character, so Unicode properties and case folding are exactly those of ECMA-262. On a single character,
 * every such expression is fast.
 */
export class CharacterSet {
  /** Bit `n` is set if the ASCII character `n` matches. Bit 128 is set if characters beyond ASCII may match. */
  readonly mask: bigint;
  readonly key: string;
  readonly #expression: RegExp;
  readonly #ascii = new Uint8Array(ASCII);
  readonly #kept = new Map<number, boolean>();

  /** Takes an atom for one character, such as `[a-z]`, `\p{L}` or `.`. Throws a `SyntaxError` for an invalid atom. */
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

  /** Whether a code point is in the set. A lone surrogate counts as one code point. */
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
