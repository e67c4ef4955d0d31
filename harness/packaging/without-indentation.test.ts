import { expect, it } from 'vitest';
import { withoutIndentation } from './without-indentation.js';

it.each([
  ['the lines of a function', 'function f() {\n\treturn 1;\n}', 'function f() {\nreturn 1;\n}'],
  ['a template literal', 'const a = `x\n\ty ${[\n\t1,\n]}\n\tz`;', 'const a = `x\n\ty ${[\n1,\n]}\n\tz`;'],
  [
    'a template literal after a character outside of the BMP',
    "const a = '𝄞𝄞𝄞𝄞';\nconst b = `\n\tx`;",
    "const a = '𝄞𝄞𝄞𝄞';\nconst b = `\n\tx`;",
  ],
  ['a tab within a line', "const a = 'x\ty';\tf();", "const a = 'x\ty';\tf();"],
])('only the tabs at the starts of lines of code are removed: %s → $2', (_, code, want) => {
  expect(withoutIndentation(code)).toBe(want);
});
