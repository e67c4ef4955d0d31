/**
 * A number as JSON spells it (RFC 8259 §6); `undefined` for any other text, and for numbers outside the range of a
 * double.
 */
export function readNumber(text: string): number | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
