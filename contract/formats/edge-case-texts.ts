/**
 * Strings that have broken real clients, and that random characters almost never produce. Each line covers one kind of
 * fault. The most important strings are first, so they are used even if only a few values are tried.
 */
export const EDGE_CASE_TEXTS: readonly string[] = [
  '',
  ' ',
  '  padded  ',
  '\u0000',
  'nul\u0000byte',
  '\u001f',
  '\u0001\u001b[31m',
  '0',
  '-1',
  '1e3',
  '00012',
  '1.0',
  'null',
  'undefined',
  'true',
  'false',
  'NaN',
  '[]',
  '{}',
  'a/b',
  '/leading',
  'trailing/',
  'a//b',
  '...',
  '..%2f..',
  '%',
  '%20',
  '100%25',
  '%zz',
  '%00',
  'a?b#c',
  '?query=1',
  '#fragment',
  'a&b=c',
  'a+b',
  'a b',
  'a=b',
  'a;b,c',
  'a:b@c',
  "(a)*!'",
  '~tilde-_.',
  '[0]',
  '{id}',
  '$ref',
  '<b>&amp;</b>',
  '"quoted"',
  "it's",
  'back\\slash',
  '`tick`',
  '|pipe|',
  '--flag',
  '-x',
  '@file',
  '*',
  'äöüß',
  'é',
  'e\u0301',
  '日本語',
  'ﬁ',
  'İstanbul',
  'שלום',
  '\u202eright-to-left',
  '🧰🔩✅',
  '👩\u200d🔬',
  '\u{10ffff}',
  '\u00a0nbsp',
  '\ufeffbom',
  '\u2028line',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '2026-02-30',
  '9007199254740993',
  '1'.repeat(32),
  'line\nbreak',
  'carriage\r\nreturn',
  'tab\tstop',
  'last line\n',
];

/** Marks the end of each text in a packed text, so that padding and line ends are within it. */
const SEPARATOR = '\u2016';

/**
 * Texts of at most `most` code points that contain many edge-case texts each. Surfaces with costly calls get them before
 * the single texts, so that one call shows whether any of them is changed. No text contains NUL, which an argument of a
 * process cannot hold.
 */
export function packedTexts(most: number): readonly string[] {
  const packed: string[] = [];
  const fits = (parts: string): boolean => [...parts, SEPARATOR].length <= most;
  let text = '';
  for (const edge of EDGE_CASE_TEXTS.filter((each) => each !== '' && !each.includes('\u0000'))) {
    const part = `${SEPARATOR}${edge}`;
    if (fits(text + part)) text += part;
    else if (fits(part)) {
      packed.push(`${text}${SEPARATOR}`);
      text = part;
    }
  }
  return text === '' ? packed : [...packed, `${text}${SEPARATOR}`];
}
