import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '../../surfaces/ui_card/fixtures/has-browser.js';
import { ExampleProject } from './example-project.js';

describe.skipIf(!hasBrowser)('a card with other conventions (skipped without a browser)', () => {
  let project: ExampleProject;
  beforeAll(() => void (project = new ExampleProject('own-card')));
  afterAll(() => project.discard());

  it('a card with other conventions passes in every cell', async () => {
    const { exitCode, findings, report } = await project.check(
      '--phase',
      'inventory',
      'examples',
      'boundary',
      'invalid',
    );
    expect([exitCode, findings]).toEqual([0, []]);
    expect(report.cells.map(({ operation, verdict }) => [operation, verdict])).toEqual([
      ['createNote', 'pass'],
      ['getNote', 'pass'],
    ]);
  });

  it.each([
    ['empty: { text: null }', 'empty: {}', ['parity/same-request null-became-omitted card']],
    ['JSON.stringify(note, null, 2)', 'JSON.stringify({ ...note, title: "Note" })', ['parity/same-value changed card']],
    [
      'if (!response.ok) return fail',
      'if (response.status === 500) return fail',
      ['parity/same-status status-missing card'],
    ],
    ['data-tab="find"', 'data-tab="show"', ['inventory/offered missing card']],
  ])('a fault is found: `%s` becomes `%s`', async (from, to, want) => {
    const check = () => project.check('--phase', 'inventory', 'examples', 'valid');
    expect((await project.edited('card.html', from, to, check)).findings).toEqual(want);
  });
});
