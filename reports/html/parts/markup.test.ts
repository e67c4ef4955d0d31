import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../contract/fixtures/any-character.js';
import { html, lines } from './markup.js';
import { proseMarkup } from './prose.js';

describe('html', () => {
  it.each([
    [
      'escapes text',
      html`<p title="${'"\'`<&>'}">${'<b>'}</p>`,
      '<p title="&quot;&#39;&#96;&lt;&amp;&gt;">&lt;b&gt;</p>',
    ],
    ['escapes invisible characters', html`${'a\u202eb\n'}`, String.raw`a\u202eb\n`],
    ['accepts markup, arrays, numbers and undefined', html`${html`<i>`}${['<', 1]}${undefined}`, '<i>&lt;1'],
    ['keeps the line breaks of `lines`', lines('{\n  "<"\n}'), '{\n  &quot;&lt;&quot;\n}'],
    [
      'marks text between backticks as code',
      proseMarkup('The `a b` and `<i>`.'),
      'The <code>a b</code> and <code>&lt;i&gt;</code>.',
    ],
    ['keeps unpaired backticks', proseMarkup('a ``` ` b'), 'a &#96;&#96;&#96; &#96; b'],
  ])('%s', (_name, given, want) => {
    expect(given.markup).toBe(want);
  });

  it('escapes every text that could end an attribute or begin a tag', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => !/[<>"'`]/.test(html`${text}`.markup)));
  });
});
