import { describe, expect, it } from 'vitest';
import { codeBlock, codeCell, codeSpan, markdownProse, markdownText } from './markdown.js';

describe('markdownText', () => {
  it.each([
    ['emphasis and code spans', 'a *b* _c_ `d`', String.raw`a \*b\* \_c\_ \`d\``],
    ['HTML', '<script>&amp;', '&lt;script&gt;&amp;amp;'],
    ['links and images', '![a](b) [c]', String.raw`!\[a\](b) \[c\]`],
    ['pipes of table cells', 'a|b', String.raw`a\|b`],
    ['line breaks', 'a\n# b', String.raw`a\\n# b`],
    ['a heading at the start', '# a', String.raw`\# a`],
    ['a numbered list at the start', '1. a', String.raw`\1. a`],
    ['mentions and issue references', 'by @team and #12', 'by @<!-- -->team and #<!-- -->12'],
    ['autolinks', 'https://x.example www.x.example', 'https:<!-- -->//x.example www<!-- -->.x.example'],
    ['a text that is too long', 'x'.repeat(1100), `${'x'.repeat(1000)}…\\[100 more characters\\]`],
  ])('escapes the syntax of Markdown: %s → $2', (_name, given, want) => {
    expect(markdownText(given)).toBe(want);
  });

  it('keeps text between backticks as code', () => {
    expect(markdownProse('Lost `a_b`, *really*.')).toBe(String.raw`Lost ${'`a_b`'}, \*really\*.`);
  });
});

describe('code in Markdown', () => {
  it.each([
    ['a code span without backticks', codeSpan('a'), '`a`'],
    ['a code span with backticks', codeSpan('a``b'), '```a``b```'],
    ['a code span with backticks at its ends', codeSpan('`a`'), '`` `a` ``'],
    ['an empty code span', codeSpan(''), '`  `'],
    ['a code span of several lines, on one line', codeSpan('a\n\nb'), String.raw`${'`'}a\n\nb${'`'}`],
    ['a code span in a table cell', codeCell('a|b'), String.raw`${'`'}a\|b${'`'}`],
    ['a code block that contains a fence', codeBlock('```\nx', 'json'), '````json\n```\nx\n````'],
  ])('stays code, whatever the text contains: %s → $2', (_name, given, want) => {
    expect(given).toBe(want);
  });
});
