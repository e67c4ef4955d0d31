/** The code point that starts at `index`, or `-1` at the end of the text. A lone surrogate counts as one code point. */
export function codeAfter(text: string, index: number): number {
  return index < text.length ? (text.codePointAt(index) ?? -1) : -1;
}

/** The code point that ends at `index`, or `-1` at the start of the text. */
export function codeBefore(text: string, index: number): number {
  if (index <= 0) return -1;
  const low = text.charCodeAt(index - 1);
  if ((low & 0xfc_00) !== 0xdc_00 || index < 2) return low;
  const high = text.charCodeAt(index - 2);
  return (high & 0xfc_00) === 0xd8_00 ? (text.codePointAt(index - 2) ?? low) : low;
}

/** The number of code units of a code point. */
export function widthOf(code: number): 1 | 2 {
  return code > 0xff_ff ? 2 : 1;
}
