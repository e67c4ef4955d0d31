import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../surfaces/ui_card/browser/open-browser.js';

/**
 * `npm run pictures`: takes the pictures of report pages in `docs/`. Each picture shows a real run of the example, in a
 * separate repository.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const MAIN = join(root, 'dist/harness/main.js');
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

interface Picture {
  readonly name: string;
  readonly reports: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly dark?: true;
  /** CSS selector of the element at the top of the picture. Default: the top of the page. */
  readonly at?: string;
}

const PICTURES: readonly Picture[] = [
  { name: 'report', reports: 'broken' },
  { name: 'report-ready', reports: 'fixed' },
  { name: 'report-finding', reports: 'broken', at: 'article' },
  { name: 'report-versions', reports: 'versions' },
  { name: 'report-dark', reports: 'broken', dark: true },
  { name: 'report-narrow', reports: 'broken', size: NARROW },
];

const scratch = await mkdtemp(join(tmpdir(), 'parity-pictures-'));
const folder = join(scratch, 'notes');
const opened = await openBrowser(undefined);
try {
  await makeReports();
  for (const picture of PICTURES) await take(opened.browser, picture);
} finally {
  await opened.close();
  await rm(scratch, { recursive: true });
}

/**
 * Makes four reports: of a release, of a change that breaks the client, of the fix, and of a contract that requires a
 * new member.
 */
async function makeReports(): Promise<void> {
  await cp(join(root, 'docs/examples/first-check'), folder, { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/contract-parity'));
  await writeFile(join(folder, '.gitignore'), 'node_modules\nreports\n');
  await git('init', '--quiet', '--initial-branch', 'main');
  await edit('client.mjs', 'value ?? undefined', 'value');
  await committed('The first release');
  await git('tag', 'v1.0');
  await check('released', '--history', 'reports/history');
  await edit('client.mjs', '(_, value) => value)', '(_, value) => value ?? undefined)');
  await committed('Client: omit members that are null');
  await check('broken', '--against', 'reports/released', '--history', 'reports/history');
  await edit('client.mjs', 'value ?? undefined', 'value');
  await committed('Client: send members that are null');
  await check('fixed', '--against', 'reports/broken', '--history', 'reports/history');
  await edit('openapi.yaml', 'required: [title]\n', 'required: [title, text]\n');
  await edit('server.mjs', '(text === undefined || text === null', '(text === null');
  await committed('Contract: require the text of a note');
  await check('versions', '--surfaces-from', 'v1.0', '--service-from', 'v1.0');
}

async function check(name: string, ...flags: readonly string[]): Promise<void> {
  const args = [MAIN, 'check', '--reports', join('reports', name), ...flags];
  const { exitCode, stderr } = await execa(process.execPath, args, { cwd: folder, reject: false });
  if (exitCode !== 0 && exitCode !== 1) throw new Error(`the check ${name} exits with ${exitCode}: ${stderr}`);
}

async function take(browser: Browser, { name, reports, size = WIDE, dark, at }: Picture): Promise<void> {
  const page = await browser.newPage({ viewport: size, colorScheme: dark ? 'dark' : 'light' });
  await page.goto(pathToFileURL(join(folder, 'reports', reports, 'index.html')).href);
  if (at !== undefined) await page.locator(at).first().scrollIntoViewIfNeeded();
  if (at !== undefined)
    await page
      .locator(at)
      .first()
      .evaluate((element) => element.scrollIntoView());
  await page.screenshot({ path: join(root, 'docs', `${name}.png`) });
  await page.close();
  process.stdout.write(`Wrote docs/${name}.png.\n`);
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not contain ${JSON.stringify(from)} exactly once`);
  await writeFile(path, text.replace(from, to));
}

async function committed(message: string): Promise<void> {
  await git('add', '--all');
  await git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '--quiet', '--message', message);
}

async function git(...args: readonly string[]): Promise<void> {
  await execa('git', args, { cwd: folder });
}
