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
  ['permitted: the waiver names the finding', { want: [true] }],
  [
    'permitted, with a note: today is the last day of the waiver',
    { scope: { today: '2030-12-31' }, want: [true, 'waiver-expires-soon'] },
  ],
  [
    'permitted, with a note: the waiver expires in two weeks',
    { scope: { today: '2030-12-17' }, want: [true, 'waiver-expires-soon'] },
  ],
  ['permitted: the waiver expires in two weeks and a day', { scope: { today: '2030-12-16' }, want: [true] }],
  ['permitted: the waiver has the id of the finding', { waiver: { finding: '0badcafe' }, want: [true] }],
  [
    'not permitted: the waiver has the id of a different finding',
    { waiver: { finding: '0badcaff' }, want: [false, 'waiver-stale'] },
  ],
  ['permitted: the waiver names no operation', { waiver: { operations: [] }, want: [true] }],
  [
    'permitted: the finding is of one of the operations of the waiver',
    { waiver: { operations: ids('listItems', 'getItem') }, want: [true] },
  ],
  [
    'permitted: the waiver names the kind of the finding',
    { waiver: { kind: 'failure-reported-as-success' }, want: [true] },
  ],
  ['permitted: the waiver names the server of the finding', { waiver: { server: 'cli' }, want: [true] }],
  ['not permitted: the waiver has expired', { scope: { today: '2031-01-01' }, want: [false, 'waiver-expired'] }],
  [
    'not permitted: the finding is of a different rule',
    { finding: { rule: 'parity/same-value' }, want: [false, 'waiver-stale'] },
  ],
  [
    'not permitted: the finding is of a different surface',
    { finding: { surfaces: ['mcp'] }, want: [false, 'waiver-stale'] },
  ],
  [
    'not permitted: the finding is of a different operation',
    { finding: { operations: ids('listItems') }, want: [false, 'waiver-stale'] },
  ],
  [
    'not permitted: the finding is also of an operation that the waiver does not name',
    { finding: { operations: ids('getItem', 'listItems') }, want: [false, 'waiver-narrow'] },
  ],
  [
    'not permitted: the finding has no operation, and the waiver names an operation',
    { finding: { operations: [] }, want: [false, 'waiver-stale'] },
  ],
  ['not permitted: the finding is of a different kind', { waiver: { kind: 'missing' }, want: [false, 'waiver-stale'] }],
  ['not permitted: the finding is of a different server', { waiver: { server: 'x' }, want: [false, 'waiver-stale'] }],
  [
    'not permitted: the configuration does not have the surface of the waiver',
    { scope: { unknown: () => 'the configuration has no surface cli' }, want: [false, 'waiver-unknown'] },
  ],
  [
    'not permitted, without a note: the run did not check the rule of the waiver',
    { finding: { rule: 'parity/same-value' }, scope: { verified: () => false }, want: [false] },
  ],
])('decides whether a waiver permits a finding: %s', (_, given) => {
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
  ['yes, a whole run', {}, {}, true],
  ['yes, a run of the surface of the waiver', { surfaces: ['cli'] }, {}, true],
  ['no, a run of a different surface', { surfaces: ['rest'] }, {}, false],
  ['yes, a run of the operation of the waiver', { operations: ['getItem'] }, {}, true],
  [
    'no, a run of one of two operations of the waiver',
    { operations: ['getItem'] },
    { operations: ids('getItem', 'listItems') },
    false,
  ],
  ['no, a run of a different operation', { operations: ['listItems'] }, {}, false],
  ['no, a run of phases without cases', { phases: ['lint'] }, {}, false],
  ['no, a run of only some phases with cases', { phases: ['examples', 'valid'] }, {}, false],
  [
    'no, a run of all phases with generated cases, but without replies',
    { phases: [...CASE_PHASES, 'sequences'] },
    {},
    false,
  ],
  [
    'yes, a run of the phase of the rule',
    { phases: ['freshness'] },
    { rule: 'freshness/current', operations: [] },
    true,
  ],
  [
    'no, a run of a phase that does not check the rule',
    { phases: ['lint'] },
    { rule: 'freshness/current', operations: [] },
    false,
  ],
  ['no, a run with one of two backends', { backends: ['mock'] }, {}, false],
  ['no, a run with fewer cases', { runs: { kind: 'fixed', runs: 1 } }, {}, false],
  ['no, a quick run', { runs: { kind: 'quick' } }, {}, false],
  ['yes, a run with more cases', { runs: { kind: 'fixed', runs: 1000 } }, {}, true],
  ['no, a run with a different seed', { seed: 2 }, {}, false],
  ['no, a run of one shard', { shard: { index: 0, count: 2 } }, {}, false],
  ['no, a run of a different contract', { contracts: ['b.yaml'] }, {}, false],
  [
    'yes, a run that probed the server of the waiver',
    { phases: ['registry'] },
    { rule: 'registry/advertised-tools', server: 'git' },
    true,
  ],
  [
    'no, a run that did not probe the server of the waiver',
    {},
    { rule: 'registry/advertised-tools', server: 'memory' },
    false,
  ],
  [
    'yes, a run that checked a rule without a probe',
    { phases: ['registry'] },
    { rule: 'registry/pin-form', server: 'memory', operations: [] },
    true,
  ],
  ['no, an interrupted run', { signal: AbortSignal.abort() }, {}, false],
  ['no, a run with an error', {}, {}, false, { notes: [UNVERIFIED] }],
  [
    'no, a run with an error on the surface of the waiver',
    {},
    {},
    false,
    { notes: [{ ...UNVERIFIED, surface: 'cli' }] },
  ],
  ['yes, a run with an error on a different surface', {}, {}, true, { notes: [{ ...UNVERIFIED, surface: 'rest' }] }],
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
