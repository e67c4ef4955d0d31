/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasBrowser } from './fixtures/has-browser.js';
import { type OpenBrowser, openBrowser } from './browser/open-browser.js';

/** The cards that `npm test` builds. */
const ITEMS = 'dist/surfaces/ui_card/items.html';
const RUNS = 'dist/surfaces/ui_card/runs.html';
const ORIGIN = 'http://card.invalid';

describe.skipIf(!hasBrowser)('accessibility of a card (skipped without a browser)', () => {
  let opened: OpenBrowser;
  beforeAll(async () => {
    opened = await openBrowser(undefined);
  });
  afterAll(() => opened.close());

  type Reply = { readonly status?: number; readonly contentType?: string; readonly body: string } | 'none';

  /** Opens a card whose service gives every call the same reply, or no reply. */
  async function card(
    file: string,
    how: { readonly reply?: Reply; readonly dark?: boolean; readonly width?: number } = {},
  ): Promise<Page> {
    const { reply = { body: '{}' }, dark = false, width = 800 } = how;
    const page = await opened.browser.newPage({
      colorScheme: dark ? 'dark' : 'light',
      viewport: { width, height: 600 },
    });
    onTestFinished(() => page.close());
    await page.route(`${ORIGIN}/**`, async (route) => {
      if (route.request().url().endsWith('/card')) await route.fulfill({ path: file, contentType: 'text/html' });
      else if (reply !== 'none') await route.fulfill({ contentType: 'application/json', ...reply });
    });
    await page.goto(`${ORIGIN}/card`);
    await page.evaluate((base) => {
      const field = document.querySelector<HTMLInputElement>('[name="base-url"]');
      if (field !== null) field.value = base;
    }, ORIGIN);
    return page;
  }

  it('a card can be used with only the keyboard, and shows the focus', async () => {
    const page = await card(ITEMS, { reply: { body: '{"items": []}' } });
    const stops: string[] = [];
    for (const _ of Array.from({ length: 7 })) {
      await page.keyboard.press('Tab');
      stops.push(await focused(page));
      expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe(
        'solid',
      );
    }
    const entries = ['limit: kind of value', 'cursor: kind of value'];
    expect(stops).toStrictEqual([
      'List items',
      'Create an item',
      'Fetch an item',
      'Connection',
      ...entries,
      'List items',
    ]);
    await page.keyboard.press('Enter');
    await page.locator('[data-view=result]').waitFor();
    expect(await focused(page)).toBe('Done');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('The whole answer');
  });

  it('a card shows the fault of an entry next to the entry until the entry is corrected', async () => {
    const page = await card(ITEMS, { reply: { status: 201, body: '{}' } });
    await page.getByRole('button', { name: 'Create an item' }).first().click();
    await page.locator('form:visible button[type=submit]').click();
    expect(await focused(page)).toBe('name');
    expect(await described(page)).toContain('name must have at least 1 character');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
    await page.keyboard.type('Ledger');
    await page.locator('form:visible button[type=submit]').click();
    await page.locator('[data-view=result]').waitFor();
    expect(await page.locator('.fault, [aria-invalid=true]').count()).toBe(0);
    await page.locator('form:visible [data-name=name] textarea').focus();
    expect(await described(page)).toBe('required · The display name, in any script. · 1 to 120 characters');
  });

  it('a card renders code in a description as code', async () => {
    const page = await card(ITEMS);
    expect(await page.locator('form:visible [data-name=cursor] .hint code').allInnerTexts()).toStrictEqual([
      'next_cursor',
    ]);
    expect(await page.locator('form:visible [data-name=cursor] .hint').innerText()).not.toContain('`');
  });

  it('a card announces a running call, and restores the focus when the call is cancelled', async () => {
    const page = await card(ITEMS, { reply: 'none' });
    const submit = page.locator('form:visible button[type=submit]');
    await submit.focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('[role=status]:visible').innerText()).toBe('In progress …');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Cancel');
    await page.keyboard.press('Enter');
    expect(await submit.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.locator('section:not([hidden]) > [role=status]').innerText()).toBe('');
  });

  it('a card announces the number of events in an element that is not marked as busy', async () => {
    const body = 'id: 1\nevent: running\ndata: {}\n\nid: 2\nevent: succeeded\ndata: {}\n\n';
    const page = await card(RUNS, { reply: { contentType: 'text/event-stream', body } });
    await page.locator('[data-name=run_id] textarea').fill('run-0001');
    await page.locator('form:visible button[type=submit]').click();
    await page.locator('[data-part=status]').waitFor();
    const status = page.locator('section:not([hidden]) > [role=status]');
    expect(await status.innerText()).toBe('Ended after 2 events');
    expect(await page.locator('[aria-busy] [role=status], [aria-live]').count()).toBe(0);
    expect(await page.getByRole('log', { name: 'Events' }).getByRole('list').getByRole('listitem').count()).toBe(2);
  });

  it.each([
    ['light', false],
    ['dark', true],
  ])('the edges of controls have a contrast of 3 to 1 in the %s colour scheme', async (_name, dark) => {
    const page = await card(ITEMS, { dark });
    for (const selector of ['nav button', 'select', 'details input']) {
      const [edge, paper] = await page
        .locator(selector)
        .last()
        .evaluate((control) => {
          const { borderTopColor, backgroundColor } = getComputedStyle(control);
          return [borderTopColor, backgroundColor];
        });
      expect(contrast(edge ?? '', paper ?? ''), selector).toBeGreaterThanOrEqual(3);
    }
  });

  it('a card shows the chosen action in forced-colors mode', async () => {
    const page = await card(ITEMS);
    await page.emulateMedia({ forcedColors: 'active' });
    const colour = (pressed: boolean): Promise<string> =>
      page
        .locator(`nav button[aria-pressed=${pressed}]`)
        .first()
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await colour(true)).not.toBe(await colour(false));
  });

  it('every control of a card has a name, and the narrowest screen needs no sideways scrolling', async () => {
    const page = await card(ITEMS, { width: 320 });
    await page.getByRole('button', { name: 'Create an item' }).first().click();
    await page.evaluate(openEverything);
    expect(await page.locator('[data-control]:visible').count()).toBeGreaterThan(12);
    const controls = page.locator('section:not([hidden]) :is([data-control], [data-way], [data-branch], button)');
    const names = await controls.evaluateAll((all) =>
      all.map((control) => control.getAttribute('aria-label') ?? control.textContent),
    );
    expect(names).toContain('Remove this entry of tags');
    expect(names.filter((name) => name.trim() === '')).toStrictEqual([]);
    expect(await page.locator('[data-row] > .hint').innerText()).toBe('name of the entry');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

/** The name of the focused control: its label, otherwise its text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });
}

/** The texts that describe the focused control to screen readers (`aria-describedby`). */
function described(page: Page): Promise<string> {
  return page.evaluate(() => {
    const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  });
}

/** Opens the form of every value that is omitted, and adds one entry to every list. */
function openEverything(): void {
  for (const way of document.querySelectorAll<HTMLSelectElement>('section:not([hidden]) [data-way]')) {
    if (![...way.options].some(({ value }) => value === 'form')) continue;
    way.value = 'form';
    way.dispatchEvent(new Event('change'));
    for (const inner of way.closest('.value')?.querySelectorAll<HTMLSelectElement>('.holder [data-way]') ?? []) {
      inner.value = 'form';
      inner.dispatchEvent(new Event('change'));
    }
  }
  for (const add of document.querySelectorAll<HTMLElement>('section:not([hidden]) [data-add]')) add.click();
}

/** The contrast ratio of two colours (WCAG 2.2). A colour has the form `rgb(1, 2, 3)`. */
function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
