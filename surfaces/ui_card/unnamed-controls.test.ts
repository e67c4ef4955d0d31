import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.js';
import { hasBrowser } from './fixtures/has-browser.js';
import { UnnamedControls } from './unnamed-controls.js';

describe.skipIf(!hasBrowser)('controls without a name (skipped without a browser)', () => {
  let opened: OpenBrowser;
  beforeAll(async () => {
    opened = await openBrowser(undefined);
  });
  afterAll(() => opened.close());

  it.each<[string, string, readonly string[]]>([
    ['a field without a label', '<input name="a">', ['a']],
    ['a field inside its label', '<label>A <input name="a"></label>', []],
    ['a field that a separate label names', '<label for="a">A</label><input id="a">', []],
    ['a field in a label without text of its own', '<label><select name="a"><option>x</select></label>', ['a']],
    ['a field in a label with an image', '<label><img alt="A"><input name="a"></label>', []],
    ['aria-label', '<input name="a" aria-label="A">', []],
    ['a field with an empty aria-label', '<input name="a" aria-label=" ">', ['a']],
    ['aria-labelledby', '<p id="p">A</p><input name="a" aria-labelledby="p">', []],
    ['a field with an aria-labelledby that names no element', '<input name="a" aria-labelledby="p">', ['a']],
    ['a placeholder', '<textarea name="a" placeholder="A"></textarea>', []],
    ['a button element with a text', '<button>A</button>', []],
    ['a button element without a text', '<button></button>', ['button']],
    ['a submit button, which browsers name', '<input type="submit">', []],
    ['an input of type button without a value', '<input type="button" name="a">', ['a']],
    ['hidden fields', '<input type="hidden" name="a"><input name="b" hidden><p aria-hidden="true"><input></p>', []],
    [
      'an unnamed field that a choice shows',
      `<div data-name="a"><select data-way aria-label="how"><option>none<option>form</select><p></p></div><script>
         document.querySelector('select').onchange = ({ target: { value } }) =>
           (document.querySelector('p').innerHTML = value === 'form' ? '<input>' : '');
       </script>`,
      ['a'],
    ],
    [
      'an unnamed field in an added row',
      `<div data-name="a"><ul></ul><button data-add>Add</button></div><script>
         document.querySelector('[data-add]').onclick = () => {
           document.querySelector('ul').innerHTML = '<li data-row><input><button>Remove</button></li>';
           document.querySelector('li > button').onclick = () => document.querySelector('li').remove();
           return false;
         };
       </script>`,
      ['a'],
    ],
  ])('the controls of a form that have no accessible name are found: %s → $2', async (_, html, want) => {
    const page = await opened.browser.newPage();
    await page.setContent(`<a id="open"></a><form>${html}</form>`);
    const found = await page.evaluate(
      `new (${UnnamedControls.toString()})().of([{ name: 'x', form: 'form', open: '#open' }])`,
    );
    const left = await page.evaluate(
      `document.querySelector('[data-row]')?.outerHTML ?? document.querySelector('[data-way]')?.value ?? 'none'`,
    );
    await page.close();
    expect(found).toEqual([{ name: 'x', unnamed: want }]);
    expect(left).toBe('none');
  });

  it.each<[string, string, readonly string[]]>([
    ['a label that refers to no field', '<label for="Token">Token</label><input name="token">', ['token']],
    ['a label that refers to the field', '<label for="t">Token</label><input id="t" name="token">', []],
    ['a field in a closed part', '<details><summary>More</summary><input name="token"></details>', ['token']],
    [
      'a field in a closed part of a closed part',
      '<details><summary>More</summary><details><input name="token"></details></details>',
      ['token'],
    ],
    ['a hidden field', '<p hidden><input name="token"></p>', []],
    ['a field of the form', '', []],
  ])('the controls outside of all forms that have no accessible name are found: %s → $2', async (_, html, want) => {
    const page = await opened.browser.newPage();
    await page.setContent(`${html}<form><input name="limit"></form>`);
    const found = await page.evaluate(`new (${UnnamedControls.toString()})().around([{ name: 'x', form: 'form' }])`);
    const isLeftOpen = await page.evaluate("document.querySelector('details[open]') !== null");
    await page.close();
    expect(found).toEqual(want);
    expect(isLeftOpen).toBe(false);
  });
});
