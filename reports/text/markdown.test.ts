import { describe, expect, it } from 'vitest';
import { codeBlock, codeCell, codeSpan, markdownProse, markdownText } from './markdown.js';

describe('markdownText', () => {
  it.each([
    ['emphasis and code', 'a *b* _c_ `d`', String.raw`a \*b\* \_c\_ \`d\``],
    ['HTML', '<script>&amp;', '&lt;script&gt;&amp;amp;'],
    ['links and images', '![a](b) [c]', String.raw`!\[a\](b) \[c\]`],
    ['table cells', 'a|b', String.raw`a\|b`],
    ['line breaks', 'a\n# b', String.raw`a\\n# b`],
    ['headings and lists at the start', '# a', String.raw`\# a`],
    ['a numbered list at the start', '1. a', String.raw`\1. a`],
    ['mentions', 'by @team and #12', 'by @<!-- -->team and #<!-- -->12'],
    ['autolinks', 'https://x.example www.x.example', 'https:<!-- -->//x.example www<!-- -->.x.example'],
    ['a text that is too long', 'x'.repeat(1100), `${'x'.repeat(1000)}…\\[100 more characters\\]`],
  ])('escapes the syntax of Markdown: %s', (_name, given, want) => {
    expect(markdownText(given)).toBe(want);
  });

  it('formats code in prose', () => {
    expect(markdownProse('Lost `a_b`, *really*.')).toBe(String.raw`Lost ${'`a_b`'}, \*really\*.`);
  });
});

describe('code', () => {
  it.each([
    ['a text without backticks', codeSpan('a'), '`a`'],
    ['a text with backticks', codeSpan('a``b'), '```a``b```'],
    ['a text with backticks at its ends', codeSpan('`a`'), '`` `a` ``'],
    ['an empty text', codeSpan(''), '`  `'],
    ['a text of several lines, on one line', codeSpan('a\n\nb'), String.raw`${'`'}a\n\nb${'`'}`],
    ['a text in a table', codeCell('a|b'), String.raw`${'`'}a\|b${'`'}`],
    ['a block with a fence inside', codeBlock('```\nx', 'json'), '````json\n```\nx\n````'],
  ])('is fenced so that it stays code: %s', (_name, given, want) => {
    expect(given).toBe(want);
  });
});
