import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE, PageProject } from './page-project.js';
import { pageSteps } from './page-steps.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Groups of pages whose commands run in one shared project, because a check takes seconds. The commands of the README
 * fix the fault of the project, so the README runs after the pages that need the fault.
 */
const PAGES: readonly {
  readonly page: string;
  readonly folder?: string;
  readonly before?: (project: PageProject) => void;
}[] = [
  { page: 'docs/running-service.md' },
  { page: 'docs/getting-started.md', before: (project) => project.remove('parity.config.ts') },
  { page: 'docs/reports.md' },
  { page: 'README.md', folder: '.' },
  { page: 'docs/pull-requests.md' },
  { page: 'docs/versions.md' },
  { page: 'docs/fast-check.md' },
  { page: 'docs/waivers.md', before: (project) => project.restore() },
  { page: 'docs/own-rules.md', before: (project) => project.restore() },
  { page: 'docs/sdks.md', before: (project) => project.restore() },
  { page: 'docs/generators.md' },
  { page: 'docs/tool-servers.md' },
  { page: 'docs/configuration.md' },
  { page: 'docs/surfaces.md' },
  { page: 'docs/rules.md' },
  { page: 'docs/tolerances.md' },
  { page: 'docs/drivers.md', folder: '.', before: (project) => project.add('docs/examples', 'contract') },
  { page: 'CONTRIBUTING.md' },
  { page: 'ARCHITECTURE.md' },
];

describe('every command on a page of the documentation has the stated result', () => {
  let project: PageProject | undefined;
  beforeAll(() => void (project = new PageProject()));
  afterAll(() => project?.discard());
  it.each(PAGES)('$page', async ({ page, folder = EXAMPLE, before }) => {
    if (project === undefined) throw new Error('no project');
    before?.(project);
    project.startIn(folder);
    for (const step of pageSteps(readFileSync(join(ROOT, page), 'utf8'))) await project.follow(step);
  });
});

it('the configuration in docs/getting-started.md equals the configuration of the example', () => {
  const page = readFileSync(join(ROOT, 'docs/getting-started.md'), 'utf8');
  const written = pageSteps(page).flatMap((step) => (step.kind === 'write' ? [step.text] : []));
  expect(written).toEqual([readFileSync(join(ROOT, EXAMPLE, 'parity.config.ts'), 'utf8')]);
});
