import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasBrowser } from '../fixtures/has-browser.js';
import { findBrowsers } from './find-browser.js';
import { openBrowser } from './open-browser.js';

// Chromium makes a socket in its temporary folder. The path of a socket has at most 107 bytes.
test.skipIf(!hasBrowser).each([1, 80, 200])(
  'a browser starts in a temporary folder with a name of %i characters, and leaves no file (needs an installed browser)',
  async (length) => {
    const root = await mkdtemp(path.join(tmpdir(), 'open-'));
    onTestFinished(() => rm(root, { recursive: true }));
    const folder = path.join(root, 'x'.repeat(length));
    await mkdir(folder);
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const opened = await openBrowser(findBrowsers(chromium.executablePath())[0]);
    expect(opened.browser.version()).toMatch(/^\d+\./);
    await opened.close();
    expect(readdirSync(folder)).toEqual([]);
  },
);
