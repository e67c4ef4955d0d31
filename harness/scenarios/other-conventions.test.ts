import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckedExample, ExampleProject } from './example-project.js';

let project: ExampleProject;
beforeAll(() => void (project = new ExampleProject('other-conventions')));
afterAll(() => project.discard());

describe('a command line and a tool server with their own names', () => {
  it('a command line and a tool server with their own names pass for every operation', async () => {
    expect(await check('cli', 'tools')).toEqual({ exitCode: 0, findings: [] });
  });

  it.each([
    ['cli', 'notes.mjs', 'text: values.content', 'text: undefined', 'parity/same-request missing'],
    ['cli', 'notes.mjs', '404: 4', '404: 0', 'parity/same-status failure-reported-as-success'],
    ['tools', 'tools.mjs', 'title, text', 'title: title + title, text', 'parity/same-request changed'],
    ['tools', 'tools.mjs', "name: 'note',", "name: 'notes',", 'inventory/offered missing'],
    ['tools', 'tools.mjs', 'title: TEXT', "title: { $ref: '#/Title' }", 'inventory/tool-schemas schema-reference'],
  ])('a fault on %s is found: in %s, `%s` becomes `%s`', async (surface, file, from, to, want) => {
    const { findings } = await project.edited(file, from, to, () => check(surface));
    expect(findings).toEqual([`${want} ${surface}`]);
  });
});

/** Checks few phases, because each call of the command line starts a process. */
async function check(...ids: readonly string[]): Promise<Pick<CheckedExample, 'exitCode' | 'findings'>> {
  const phases = ['inventory', 'examples', 'valid', 'invalid'];
  const { exitCode, findings } = await project.check('--phase', ...phases, '--surface', ...ids);
  return { exitCode, findings };
}
