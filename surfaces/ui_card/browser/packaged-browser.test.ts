import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasBrowser } from '../fixtures/has-browser.js';
import { openBrowser } from './open-browser.js';
import { unpackBrowser } from './packaged-browser.js';

const installed =
  process.arch === 'x64' && process.platform === 'linux' && existsSync('node_modules/@sparticuz/chromium');

test.skipIf(!installed)(
  'the packaged browser shows text and takes input without fonts and libraries of the system (skipped where it is not installed)',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'packaged-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    vi.stubEnv('TMPDIR', folder);
    vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const before = process.env['LD_LIBRARY_PATH'];
    const packaged = await unpackBrowser();
    // If the libraries of the browser were in the environment of the harness, every started program would use them.
    expect(process.env['LD_LIBRARY_PATH']).toBe(before);
    const { executable, args, env } = packaged;
    const browser = await chromium.launch({ executablePath: executable, args: [...args, '--no-sandbox'], env });
    const page = await browser.newPage();
    await page.setContent('<p>Sichtbar</p><input>');
    await page.locator('input').fill('given');
    expect(
      await page.locator('p').evaluate((paragraph: HTMLElement) => [paragraph.innerText, paragraph.offsetHeight > 5]),
    ).toEqual(['Sichtbar', true]);
    expect(await page.locator('input').inputValue()).toBe('given');
    await browser.close();
    await packaged.remove();
    expect(readdirSync(folder)).toEqual([]);
  },
  60_000,
);

test.skipIf(!hasBrowser)(
  'if the first browser does not start, the next one is tried (needs an installed browser)',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stub-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const stub = path.join(folder, 'google-chrome');
    await writeFile(stub, '#!/bin/sh\necho "install it from elsewhere" >&2\nexit 1\n');
    await chmod(stub, 0o755);
    vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH'] ?? ''}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const opened = await openBrowser(undefined);
    expect(opened.browser.version()).toMatch(/^\d+\./);
    await opened.close();
    await expect(openBrowser(stub)).rejects.toThrow();
  },
);
