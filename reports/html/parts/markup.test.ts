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
    ['unmasks what is invisible', html`${'a\u202eb\n'}`, String.raw`a\u202eb\n`],
    ['takes markup, lists, numbers and nothing', html`${html`<i>`}${['<', 1]}${undefined}`, '<i>&lt;1'],
    ['keeps line breaks that are ours', lines('{\n  "<"\n}'), '{\n  &quot;&lt;&quot;\n}'],
    ['sets code in prose', proseMarkup('The `a b` and `<i>`.'), 'The <code>a b</code> and <code>&lt;i&gt;</code>.'],
    ['leaves backticks that quote nothing', proseMarkup('a ``` ` b'), 'a &#96;&#96;&#96; &#96; b'],
  ])('%s', (_name, given, want) => {
    expect(given.markup).toBe(want);
  });

  it('escapes every text that could end an attribute or begin a tag', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => !/[<>"'`]/.test(html`${text}`.markup)));
  });
});
