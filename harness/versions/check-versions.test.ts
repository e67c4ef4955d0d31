import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report } from '../../reports/report.js';
import type { ParityConfig } from '../configuration/config.js';
import { evidenceGroups, evidenceText } from '../../reports/view/words/evidence-groups.js';
import { completeConfig, loadConfig } from '../configuration/load-config.js';
import { phasesNamed } from '../engine/options/check-options.js';
import { runChoice } from '../engine/plan/surface-runs.js';
import { type VersionChoice, checkVersions } from './check-versions.js';
import { type Design, FIRST, type NotesProject, releasedProject } from './fixtures/notes-project.js';

let project: NotesProject;
beforeAll(() => {
  project = releasedProject();
});
afterAll(() => project.remove());

const BOTH: VersionChoice = { surfacesFrom: 'v1', serviceFrom: 'v1' };

async function checked(
  design: Design,
  choice: VersionChoice = BOTH,
  more: Partial<ParityConfig> = {},
  surfaces: readonly string[] = ['sdk'],
): Promise<Report> {
  project.write(design);
  const { config, file } = await loadConfig(undefined, project.root);
  return checkVersions(
    completeConfig({ ...config, ...more }, file),
    {
      contracts: [],
      surfaces,
      operations: [],
      phases: phasesNamed(['valid']),
      backends: ['reference'],
      runs: runChoice(6),
      seed: 1,
      reports: '.',
      signal: new AbortController().signal,
    },
    { entry: () => undefined, phase: () => undefined, progress: () => undefined },
    choice,
  );
}

/** The cells that did not pass, each as one line. */
function cells({ cells: all }: Report): readonly string[] {
  return all
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ operation, surface, backend, verdict, reason }) =>
      [operation, surface, backend, verdict, ...(verdict === 'fail' ? [] : [reason])].join(' '),
    );
}

function findings({ findings: all }: Report): readonly unknown[] {
  return all.map(({ finding: { rule, kind, pointer, blame, operations, surfaces, backends }, disposition }) =>
    [rule, kind, pointer, blame, operations.join(), surfaces.join(), backends.join(), disposition].join(' '),
  );
}

const { title = {}, colour = {} } = FIRST.members;

it('a compatible change has no finding in any combination of versions', async () => {
  const report = await checked({
    ...FIRST,
    members: { title, colour, size: { enum: ['s', 'l'] } },
    added: { at: { schema: { type: 'string' }, value: 'now' } },
    operations: ['createNote', 'getNote', 'deleteNote'],
  });
  expect(findings(report)).toEqual([]);
  expect(report.notes.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(cells(report)).toEqual([
    'deleteNote sdk@v1 reference inapplicable v1 does not have the operation',
    'deleteNote sdk reference@v1 inapplicable v1 does not have the operation',
  ]);
  expect(report.cells.map(({ operation, surface, backend }) => `${operation} ${surface} ${backend}`)).toEqual([
    'createNote sdk reference',
    'getNote sdk reference',
    'deleteNote sdk reference',
    'createNote sdk@v1 reference',
    'getNote sdk@v1 reference',
    'createNote sdk reference@v1',
    'getNote sdk reference@v1',
    'createNote sdk@v1 reference@v1',
    'getNote sdk@v1 reference@v1',
    'deleteNote sdk@v1 reference',
    'deleteNote sdk reference@v1',
  ]);
  expect(report.cells.every(({ verdict, accepted }) => verdict === 'inapplicable' || accepted > 0)).toBe(true);
  expect(report.footer?.exitCode).toBe(0);
  const { versions, surfaces, backends } = report.header;
  expect([surfaces.map(({ id }) => id), backends]).toEqual([
    ['sdk', 'sdk@v1'],
    ['reference', 'reference@v1'],
  ]);
  expect(versions).toMatchObject({ released: 'v1', contracts: [{ file: 'openapi.json', version: '1' }] });
  expect(versions?.contracts[0]?.digest).not.toBe(report.header.contracts[0]?.digest);
});

it('a renamed member is a finding in both combinations of old and new, but not in the released version by itself', async () => {
  const renamed: Design = { ...FIRST, members: { name: title, colour }, required: ['name'] };
  const report = await checked(renamed, BOTH, {}, ['sdk', 'command']);
  const both = 'command@v1 reference,reference@v1 open';
  expect(findings(report)).toEqual([
    `versions/compatible contract-changed /body contract createNote ${both}`,
    `versions/compatible contract-changed /response/body/title contract getNote ${both}`,
  ]);
  const failing = ['sdk@v1 reference', 'command@v1 reference', 'sdk reference@v1', 'command reference@v1'];
  expect(cells(report)).toEqual(failing.flatMap((where) => [`createNote ${where} fail`, `getNote ${where} fail`]));
  const shown = report.findings.map(({ finding }) => evidenceGroups(finding).map(evidenceText).join());
  expect(shown).toEqual(['also on sdk@v1, command', 'also on sdk@v1, command; at /response/body/name']);
  expect(report.findings[0]?.finding.message).toBe(
    "The contract of v1 permits the request of POST /notes, but the contract of the working tree does not: /body must have required property 'name'.",
  );
  expect(report.footer?.exitCode).toBe(1);
});

it('one combination of versions can run by itself, and a waiver permits an incompatible change', async () => {
  project.file('waivers.yaml', WAIVERS);
  const design: Design = { ...FIRST, status: 200, operations: ['createNote'] };
  const report = await checked(design, { surfacesFrom: 'v1' }, { waivers: 'waivers.yaml' });
  expect(findings(report)).toEqual([
    'versions/compatible contract-changed /response/status contract createNote sdk@v1 reference waived',
    'versions/compatible operation-removed /response/status contract getNote sdk@v1 reference open',
  ]);
  expect(cells(report)).toEqual(['createNote sdk@v1 reference fail', 'getNote sdk@v1 reference fail']);
  expect(report.findings[1]?.replay).toBe(
    'npx contract-parity check --surfaces-from v1 --surface sdk --operation getNote --phase examples boundary valid invalid --runs 6',
  );
  expect(report.footer?.exitCode).toBe(1);
});

const WAIVERS = `
waivers:
  - rule: versions/compatible
    operation: createNote
    reason: The next major version answers 200.
    owner: sdk team
    expires: 2999-01-01
`;
