/** The longest argument: less than the 128 KiB of `MAX_ARG_STRLEN` on Linux, so that the name of the flag also fits. */
const LONGEST_ARGUMENT = 100_000;

/** The reason why a text cannot be an argument of a process; `undefined` if there is none. */
export function unfit(text: string): string | undefined {
  if (text.includes('\0')) return 'an argument of a process cannot hold NUL';
  if (/\p{Surrogate}/u.test(text)) return 'an argument of a process is UTF-8, which has no lone surrogates';
  return Buffer.byteLength(text) > LONGEST_ARGUMENT ? 'too long for an argument of a process' : undefined;
}

/** The texts, or the reason why they cannot be arguments of a process. */
export function fittingTexts(texts: readonly string[] | string): readonly string[] | string {
  return typeof texts === 'string' ? texts : (texts.map(unfit).find((found) => found !== undefined) ?? texts);
}
