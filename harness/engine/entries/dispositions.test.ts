import { expect, test } from 'vitest';
import type { OperationId } from '../../../contract/operation.js';
import type { Waiver } from '../../../contract/manifests/waiver.js';
import type { Report } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import { completeConfig } from '../../configuration/load-config.js';
import { type CheckOptions, phasesNamed } from '../options/check-options.js';
import { CASE_PHASES } from '../plan/case-plan.js';
import { runChoice } from '../plan/surface-runs.js';
import { type WaiverScope, dispositions } from './dispositions.js';
import { waiverFacts, waiverScope } from './waiver-scope.js';

const ids = (...names: readonly string[]): readonly OperationId[] => names as readonly OperationId[];

function finding(change: Partial<Finding> = {}): Finding {
  return {
    id: '0badcafe',
    rule: 'parity/same-status',
    severity: 'must',
    surfaces: ['cli'],
    operations: ids('getItem'),
    backends: ['reference'],
    pointer: '/outcome/status',
    kind: 'failure-reported-as-success',
    message: 'It differs.',
    expected: 1,
    received: 2,
    blame: 'surface',
    repair: 'Fix it.',
    source: 'the contract',
    occurrences: 1,
    evidence: [],
    ...change,
  };
}

function waiver(change: Partial<Waiver> = {}): Waiver {
  return {
    rule: 'parity/same-status',
    surface: 'cli',
    operations: ids('getItem'),
    reason: 'Known.',
    owner: 'maintainer',
    expires: '2030-12-31',
    location: { file: 'waivers.yaml', line: 2, column: 5, pointer: '/waivers/0' },
    ...change,
  };
}

const SCOPE: WaiverScope = { today: '2030-06-30', unknown: () => undefined, verified: () => true };

test.each<
  [
    string,
    {
      waiver?: Partial<Waiver>;
      finding?: Partial<Finding>;
      scope?: Partial<WaiverScope>;
      want: readonly [boolean, string?];
    },
  ]
>([
  ['the finding it names', { want: [true] }],
  ['the finding it names, on its last day', { scope: { today: '2030-12-31' }, want: [true, 'waiver-expires-soon'] }],
  ['its finding two weeks before', { scope: { today: '2030-12-17' }, want: [true, 'waiver-expires-soon'] }],
  ['its finding a day earlier', { scope: { today: '2030-12-16' }, want: [true] }],
  ['the id of the finding', { waiver: { finding: '0badcafe' }, want: [true] }],
  ['the id of another finding of the same shape', { waiver: { finding: '0badcaff' }, want: [false, 'waiver-stale'] }],
  ['any operation if it names none', { waiver: { operations: [] }, want: [true] }],
  ['one of its operations', { waiver: { operations: ids('listItems', 'getItem') }, want: [true] }],
  ['the kind it names', { waiver: { kind: 'failure-reported-as-success' }, want: [true] }],
  ['the server it names', { waiver: { server: 'cli' }, want: [true] }],
  ['a day too late', { scope: { today: '2031-01-01' }, want: [false, 'waiver-expired'] }],
  ['another rule', { finding: { rule: 'parity/same-value' }, want: [false, 'waiver-stale'] }],
  ['another surface', { finding: { surfaces: ['mcp'] }, want: [false, 'waiver-stale'] }],
  ['another operation', { finding: { operations: ids('listItems') }, want: [false, 'waiver-stale'] }],
  [
    'another operation as well',
    { finding: { operations: ids('getItem', 'listItems') }, want: [false, 'waiver-narrow'] },
  ],
  ['no operation if it names one', { finding: { operations: [] }, want: [false, 'waiver-stale'] }],
  ['another kind', { waiver: { kind: 'missing' }, want: [false, 'waiver-stale'] }],
  ['another server', { waiver: { server: 'x' }, want: [false, 'waiver-stale'] }],
  [
    'an unknown surface',
    { scope: { unknown: () => 'the configuration has no surface cli' }, want: [false, 'waiver-unknown'] },
  ],
  [
    'a rule that the run did not check',
    { finding: { rule: 'parity/same-value' }, scope: { verified: () => false }, want: [false] },
  ],
])('decides whether a waiver permits a finding, and adds notes: %s', (_, given) => {
  const found = finding(given.finding);
  const { waiverOf, notes } = dispositions([waiver(given.waiver)], [found], { ...SCOPE, ...given.scope });
  const [waived, code] = given.want;
  expect(waiverOf(found) !== undefined).toBe(waived);
  expect(notes.map((note) => [note.code, note.severity, note.location?.line])).toEqual(
    code === undefined ? [] : [[code, code === 'waiver-expires-soon' ? 'warning' : 'error', 2]],
  );
});

const LOADED = completeConfig(
  {
    contracts: ['a.yaml'],
    surfaces: { rest: { driver: 'rest' }, cli: { driver: 'cli', command: ['c'] } },
    service: { url: 'http://127.0.0.1:1' },
  },
  '/p/c.ts',
);
const WHOLE: CheckOptions = {
  contracts: [],
  surfaces: [],
  operations: [],
  phases: phasesNamed([]),
  backends: LOADED.backends,
  runs: runChoice(LOADED.runs),
  seed: LOADED.seed,
  signal: new AbortController().signal,
  reports: 'r',
};

function scope(
  options: Partial<CheckOptions>,
  { cells = [], notes = [] }: Partial<Pick<Report, 'cells' | 'notes'>> = {},
): (change?: Partial<Waiver>) => { readonly waiver: Waiver; readonly scope: WaiverScope } {
  return (change = {}) => {
    const own = waiver(change);
    const known = {
      loaded: LOADED,
      options: { ...WHOLE, ...options },
      operations: ['getItem', 'listItems'],
      servers: ['memory', 'git'],
      probed: ['git'],
    };
    const facts = [{ waiver: own, ...waiverFacts(own, known) }];
    const today = '2030-12-31';
    return { waiver: own, scope: waiverScope({ today, facts, cells, notes, isPart: options.shard !== undefined }) };
  };
}

const UNVERIFIED = { kind: 'note', severity: 'error', code: 'c', message: 'm' } as const;

test.each<[string, Partial<CheckOptions>, Partial<Waiver>, boolean, Partial<Pick<Report, 'cells' | 'notes'>>?]>([
  ['a whole run', {}, {}, true],
  ['its surface', { surfaces: ['cli'] }, {}, true],
  ['another surface', { surfaces: ['rest'] }, {}, false],
  ['its operation', { operations: ['getItem'] }, {}, true],
  ['one of its two operations', { operations: ['getItem'] }, { operations: ids('getItem', 'listItems') }, false],
  ['another operation', { operations: ['listItems'] }, {}, false],
  ['phases without cases', { phases: ['lint'] }, {}, false],
  ['some phases of cases', { phases: ['examples', 'valid'] }, {}, false],
  ['all phases with generated cases, without replies', { phases: [...CASE_PHASES, 'sequences'] }, {}, false],
  ['the phase of its rule', { phases: ['freshness'] }, { rule: 'freshness/current', operations: [] }, true],
  ['a phase that does not check its rule', { phases: ['lint'] }, { rule: 'freshness/current', operations: [] }, false],
  ['one backend of two', { backends: ['mock'] }, {}, false],
  ['fewer cases', { runs: { kind: 'fixed', runs: 1 } }, {}, false],
  ['the first cases', { runs: { kind: 'quick' } }, {}, false],
  ['more cases', { runs: { kind: 'fixed', runs: 1000 } }, {}, true],
  ['other cases', { seed: 2 }, {}, false],
  ['a part of the cases', { shard: { index: 0, count: 2 } }, {}, false],
  ['another contract', { contracts: ['b.yaml'] }, {}, false],
  ['a server that was probed', { phases: ['registry'] }, { rule: 'registry/advertised-tools', server: 'git' }, true],
  ['a server that was not probed', {}, { rule: 'registry/advertised-tools', server: 'memory' }, false],
  [
    'a rule that needs no probe',
    { phases: ['registry'] },
    { rule: 'registry/pin-form', server: 'memory', operations: [] },
    true,
  ],
  ['an interrupted run', { signal: AbortSignal.abort() }, {}, false],
  ['a run with an error', {}, {}, false, { notes: [UNVERIFIED] }],
  ['a run with an error on its surface', {}, {}, false, { notes: [{ ...UNVERIFIED, surface: 'cli' }] }],
  ['a run with an error on another surface', {}, {}, true, { notes: [{ ...UNVERIFIED, surface: 'rest' }] }],
])('decides whether a run could have shown the finding of a waiver: %s', (_, options, change, want, run = {}) => {
  const { waiver: own, scope: known } = scope(options, run)(change);
  expect(known.verified(own)).toBe(want);
});

test('a waiver with an unknown name is an error in every run', () => {
  const scoped = scope({ phases: ['lint'] });
  const unknown = (change: Partial<Waiver> = {}): string | undefined => {
    const { waiver: own, scope: known } = scoped(change);
    return known.unknown(own);
  };
  expect(unknown()).toBeUndefined();
  expect(unknown({ rule: 'parity/same-stauts' })).toContain('same-stauts');
  expect(unknown({ surface: 'sdk' })).toContain('sdk');
  expect(unknown({ server: 'memory' })).toBeUndefined();
  expect(unknown({ server: 'memories' })).toContain('memories');
  expect(unknown({ operations: ids('dropItem') })).toContain('dropItem');
});
