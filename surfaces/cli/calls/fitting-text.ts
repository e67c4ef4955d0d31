/** The longest argument: less than the 128 KiB of `MAX_ARG_STRLEN` on Linux, so that the name of the flag also fits. */
const LONGEST_ARGUMENT = 100_000;

/** The reason why a string cannot be an argument of a process. `undefined` if it can be one. */
export function unfit(text: string): string | undefined {
  if (text.includes('\0')) return 'an argument of a process cannot contain NUL';
  if (/\p{Surrogate}/u.test(text)) return 'an argument of a process is UTF-8, which cannot encode a lone surrogate';
  return Buffer.byteLength(text) > LONGEST_ARGUMENT ? 'the value is too long for an argument of a process' : undefined;
}

/** The given strings, or the reason why they cannot be arguments of a process. */
export function fittingTexts(texts: readonly string[] | string): readonly string[] | string {
  return typeof texts === 'string' ? texts : (texts.map(unfit).find((found) => found !== undefined) ?? texts);
}
