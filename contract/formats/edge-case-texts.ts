/**
 * Texts that have broken real clients. Random characters almost never produce them, so they are chosen on purpose. Each line
 * covers one kind of fault. NUL and control characters come last, because a command line cannot carry NUL.
 */
export const EDGE_CASE_TEXTS: readonly string[] = [
  '', ' ', '  padded  ', '0', '-1', '1e3', '00012', 'null', 'undefined', 'true', 'false', 'NaN', '[]', '{}',
  'a/b', '/leading', 'trailing/', 'a//b', '...', '..%2f..', '%', '%20', '100%25', '%zz', '%00',
  'a?b#c', '?query=1', '#fragment', 'a&b=c', 'a+b', 'a b', 'a=b', 'a;b,c', 'a:b@c',
  '(a)*!\'', '~tilde-_.', '[0]', '{id}', '$ref', '<b>&amp;</b>',
  '"quoted"', "it's", 'back\\slash', '`tick`', '|pipe|', '--flag', '-x', '@file', '*',
  'äöüß', 'é', 'e\u0301', '日本語', 'ﬁ', 'İstanbul', 'שלום',
  '\u202eright-to-left', '🧰🔩✅', '👩\u200d🔬', '\u{10ffff}', '\u00a0nbsp', '\ufeffbom', '\u2028line',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length',
  '2026-02-30', '9007199254740993', '1'.repeat(32),
  'line\nbreak', 'carriage\r\nreturn', 'tab\tstop', '\u0001\u001b[31m', 'nul\u0000byte',
];
