import { inputText } from '../../../contract/input-text.js';
import type { Call } from '../../driver.js';

/** One of this number of calls, on average, passes the values of its flags as separate words. */
const ONE_IN = 3;

/**
 * True if a call passes the values of its flags as separate words, such as `--limit 5`. Otherwise they are passed as
 * `--limit=5`. Both forms are tried, because a program may have a fault in only one of them. The form depends only on
 * the input, so a call has the same form in every run. A body on standard input is always passed with a separate word
 * `-`.
 */
export function usesSeparateWords({ input, bodyWay }: Pick<Call, 'input' | 'bodyWay'>): boolean {
  return bodyWay === 'standard-input' || inputText(input).length % ONE_IN === 1;
}

/**
 * The words that pass a value to a long flag: `--limit 5` or `--limit=5`. A value that begins with a dash is always in
 * the same word as its flag, because a program may read it as another flag. Empty strings and booleans are also in the
 * same word, because a flag without a value may mean `true`.
 */
export function flagWords(flag: string, text: string, isSeparate: boolean): readonly string[] {
  const isPlain = text !== '' && (text === '-' || !text.startsWith('-')) && text !== 'true' && text !== 'false';
  return isSeparate && isPlain ? [flag, text] : [`${flag}=${text}`];
}

/** Passes the values of long flags as separate words. Words after `--` and words that are not flags stay unchanged. */
export function inSeparateWords(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const flags = end < 0 ? args : args.slice(0, end);
  const words = flags.flatMap((word) => {
    const [, flag, text] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    return flag === undefined || text === undefined ? [word] : flagWords(flag, text, true);
  });
  return end < 0 ? words : [...words, ...args.slice(end)];
}
