/// <reference lib="dom" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasBrowser } from '../../surfaces/ui_card/fixtures/has-browser.js';
import { type OpenBrowser, openBrowser } from '../../surfaces/ui_card/browser/open-browser.js';
import { renderHtml } from './html.js';
import type { Report } from '../report.js';
import { hostileReport } from '../sample/hostile-report.js';
import { comparedSample } from '../sample/compared-report.js';
import { largeReport } from '../sample/large-report.js';
import { sampleReport } from '../sample/sample-report.js';

/** Whether a browser can be opened. The Chromium that is packaged with this project runs only on Linux. */
const canOpen = hasBrowser || process.platform === 'linux';

describe.skipIf(!canOpen)('the HTML page of a report in a real browser (skipped without a browser)', () => {
  let opened: OpenBrowser;
  let folder: string;

  beforeAll(async () => {
    opened = await openBrowser(undefined);
    folder = await mkdtemp(path.join(tmpdir(), 'report-page-'));
  });

  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });

  /**
   * Opens the page of a report with its own content security policy. Scripts that the policy forbids therefore do not
   * run.
   */
  async function shown(
    report: Report,
    width = 1000,
    fragment = '',
    colorScheme?: 'dark' | 'light',
    script = '',
  ): Promise<Page> {
    const file = path.join(folder, 'index.html');
    await writeFile(file, renderHtml(report));
    const page = await opened.browser.newPage({
      viewport: { width, height: 800 },
      ...(colorScheme && { colorScheme }),
    });
    onTestFinished(() => page.close());
    await page.addInitScript({ content: axe.source + script });
    await page.goto(pathToFileURL(file).href + fragment);
    return page;
  }

  const shownFindings = (page: Page): Promise<number> => page.locator('article:visible').count();

  const isOnScreen = (page: Page, id: string): Promise<boolean> =>
    page.evaluate((target) => {
      const top = document.getElementById(target)?.getBoundingClientRect().top ?? Number.NaN;
      return top >= 0 && top < innerHeight;
    }, id);

  it('filters findings by any word, and shows all findings after the filter is reset', async () => {
    const page = await shown(sampleReport());
    await page.getByRole('searchbox', { name: 'Text' }).fill('  SLASH, ');
    expect(await shownFindings(page)).toBe(1);
    expect(await page.locator('#shown').innerText()).toBe('Showing 1 of 5 findings');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => shownFindings(page)).toBe(5);
  });

  it('shows only the findings of one required fix, and scrolls to them', async () => {
    const page = await shown(largeReport());
    const task = page.locator('.work', { hasText: 'Fix the surface (cli)' }).getByRole('listitem');
    expect(await task.innerText()).toContain('Percent-encode reserved characters');
    await task.getByRole('button', { name: 'Show only these' }).click();
    expect(await page.locator('#shown').innerText()).toBe('Showing 12 of 60 findings');
    expect(await page.evaluate(() => document.activeElement?.querySelector('.number')?.textContent)).toBe('Finding 2');
  });

  it('focuses a finding by keyboard, even if a filter hides it', async () => {
    const page = await shown(sampleReport());
    await page.locator('select[name=surface]').selectOption('cli');
    const link = page.locator('#fixes ~ * a[href^="#finding-"]').first();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.locator('#finding-a3f0c112:visible').waitFor();
    // After the browser followed a link, the next focused element is within or after the target of the link (HTML
    // §7.4.2.3.3).
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('article')?.id)).toBe('finding-a3f0c112');
  });

  it('finds operations by name, including hidden ones', async () => {
    const page = await shown(largeReport());
    expect(await page.locator('.matrix tbody:visible').count()).toBe(12);
    await page.getByRole('searchbox', { name: 'Operation' }).fill('number11');
    expect(await page.locator('.matrix tbody:visible').count()).toBe(11);
    expect(await page.locator('#find [role=status]').innerText()).toBe('Showing 11 of 200 operations');
    await page.getByRole('searchbox', { name: 'Operation' }).fill('');
    expect(await page.locator('.matrix tbody:visible').count()).toBe(12);
  });

  it.each([
    ['the page of the sample report', comparedSample],
    ['the page of a report with hostile texts', hostileReport],
    ['the page of a large report', largeReport],
  ])('needs no horizontal scrolling on the narrowest screen: %s', async (_name, make) => {
    const page = await shown(make(), 320);
    await page.evaluate(() =>
      document.querySelectorAll('details').forEach((details) => {
        details.open = true;
      }),
    );
    const widest = await page.evaluate(
      () =>
        Math.max(
          document.documentElement.scrollWidth,
          ...[...document.querySelectorAll('article, .work')].map((element) =>
            element.scrollWidth > element.clientWidth ? innerWidth + 1 : 0,
          ),
        ) - innerWidth,
    );
    expect(widest).toBeLessThanOrEqual(0);
  });

  it.each(['#operationNumber200', '#operationNumber200/cli', '#finding-00030001'])(
    'opens a large report at the part that the URL names, and returns to this part: %s',
    async (fragment) => {
      const page = await shown(largeReport(240), 1000, fragment);
      const isInView = (): Promise<boolean> => isOnScreen(page, fragment.slice(1));
      await expect.poll(isInView).toBe(true);
      await page.getByRole('link', { name: 'Verified rules' }).click();
      await expect.poll(isInView).toBe(false);
      await page.goBack();
      await expect.poll(isInView).toBe(true);
    },
  );

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['another link', (page) => page.getByRole('link', { name: 'Verified rules' }).click()],
    ['the mouse wheel', (page) => page.mouse.wheel(0, 5_000)],
    ['a key', (page) => page.keyboard.press('End')],
  ])('does not scroll back to the part that the URL names, after %s, even if frames are slow', async (_name, leave) => {
    const slowFrames = 'requestAnimationFrame = (frame) => setTimeout(frame, 500)';
    const page = await shown(largeReport(240), 1000, '#operationNumber200', undefined, slowFrames);
    const isInView = (): Promise<boolean> => isOnScreen(page, 'operationNumber200');
    await expect.poll(isInView).toBe(true);
    await leave(page);
    await expect.poll(isInView).toBe(false);
    await page.waitForTimeout(1_500);
    expect(await isInView()).toBe(false);
  });

  it('links a finding to its cell in the matrix', async () => {
    const page = await shown(largeReport());
    await page.locator('#finding-00030001').getByRole('link', { name: 'operationNumber3 on cli (reference)' }).click();
    expect(await page.evaluate(() => document.querySelector(':target')?.id)).toBe('operationNumber3/cli');
  });

  it('reloads when the reader returns to the page of a watched run, except while a filter is used', async () => {
    const page = await shown(sampleReport());
    const file = path.join(folder, 'index.html');
    await writeFile(file, renderHtml(sampleReport(), { isWatched: true }));
    await page.reload();
    await writeFile(file, renderHtml(passing(), { isWatched: true }));
    const focus = (): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.locator('select[name=surface]').selectOption('cli');
    await focus();
    // If the page were reloaded, this promise would be rejected, or every surface would be selected again.
    await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 200)));
    expect(await page.locator('select[name=surface]').inputValue()).toBe('cli');
    await page.locator('select[name=surface]').selectOption('');
    await Promise.all([page.waitForEvent('load'), focus()]);
    expect(await page.locator('.verdict').innerText()).toContain('Ready to release');
  });

  it('shows the verdict and every cell of a small report on the first screen', async () => {
    const page = await shown(passing(), 1280);
    const bottom = await page.evaluate(
      () => document.querySelector('.matrix')?.getBoundingClientRect().bottom ?? Infinity,
    );
    expect(bottom).toBeLessThan(800);
    expect(await page.locator('header').innerText()).toContain('Template Service API 0.1.0');
  });

  it('lays out only the operations in view', async () => {
    const page = await shown(largeReport(400), 1280);
    await page.locator('#attention').uncheck();
    const parts = page.locator('.part');
    const isLaidOut = (part: number): Promise<boolean> =>
      parts
        .nth(part)
        .evaluate(
          (element) =>
            element.checkVisibility({ contentVisibilityAuto: true }) &&
            (element.querySelector('small')?.checkVisibility({ contentVisibilityAuto: true }) ?? false),
        );
    expect(await parts.count()).toBe(10);
    await expect.poll(() => isLaidOut(0)).toBe(true);
    expect(await isLaidOut(9)).toBe(false);
  });

  const { footer: _, ...interrupted } = sampleReport();
  describe.each<[string, Report]>([
    ['the page of a compared report', comparedSample()],
    ['the page of a passed report', passing()],
    ['the page of a large report', largeReport(12)],
    ['the page of an empty report', { ...interrupted, cells: [], findings: [], notes: [], coverage: [] }],
  ])('a page has no accessibility violations: %s', (_name, report) => {
    it.each([
      ['light', 1280],
      ['light', 390],
      ['dark', 1280],
      ['dark', 390],
    ] as const)('with the %s colour scheme, %i pixels wide', async (scheme, width) => {
      const page = await shown(report, width, '', scheme);
      await page.evaluate(() =>
        document.querySelectorAll('details').forEach((details) => details.toggleAttribute('open', true)),
      );
      const { violations, passes } = await page.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run(),
      );
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toStrictEqual([]);
      expect(passes.length).toBeGreaterThan(10);
    });
  });
});

function passing(): Report {
  const { footer, ...report } = sampleReport();
  const cells = report.cells.filter(({ backend }) => backend === 'reference');
  return {
    ...report,
    findings: [],
    notes: [],
    cells: cells.map((cell) => ({ ...cell, verdict: 'pass', findings: [] })),
    ...(footer && { footer: { ...footer, verdict: 'pass', exitCode: 0 } }),
  };
}
