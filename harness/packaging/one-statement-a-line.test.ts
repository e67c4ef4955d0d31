import { expect, it } from 'vitest';
import { oneStatementALine } from './one-statement-a-line.js';

it.each([
  ['statements', 'a();b();', 'a();\nb();'],
  ['the statements of a function', 'function f(){a();return 1}f();', 'function f(){\na();return 1}\nf();'],
  ['declarations of variables', 'a();let b=1;c();', 'a();let b=1;\nc();'],
  ['the members of a class', 'class A{x=1;f(){return 1}}', 'class A{\nx=1;\nf(){return 1}}'],
  ['the statements of a switch', 'switch(a){case 1:b();break}', 'switch(a){case 1:\nb();\nbreak}'],
  [
    'statements in a template',
    'const a=`x ${(()=>{b();return 1})()} y`;',
    'const a=`x ${(()=>{\nb();return 1})()} y`;',
  ],
  ['the text of a template', 'const a=`x;\n y`;b();', 'const a=`x;\n y`;\nb();'],
  ['the only statement of a condition', 'if(a)b();else c();', 'if(a)b();else c();'],
  ['a text outside of the BMP', "const a='𝄞𝄞';b();", "const a='𝄞𝄞';\nb();"],
  ['a comment with a licence', '/*! MIT */a();b();', '/*! MIT */a();\nb();'],
])('each statement gets a line: %s → $2', (_, code, want) => {
  expect(oneStatementALine(code)).toBe(want);
});
