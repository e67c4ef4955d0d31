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
import { staticFinding } from './findings.js';
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
  ['a waiver with the same rule, surface and operation permits the finding', { want: [true] }],
  [
    'on its last day, a waiver permits the finding and gets a note',
    { scope: { today: '2030-12-31' }, want: [true, 'waiver-expires-soon'] },
  ],
  [
    'a waiver that expires in two weeks permits the finding and gets a note',
    { scope: { today: '2030-12-17' }, want: [true, 'waiver-expires-soon'] },
  ],
  [
    'a waiver that expires in two weeks and a day permits the finding and gets no note',
    { scope: { today: '2030-12-16' }, want: [true] },
  ],
  ['a waiver with the id of the finding permits it', { waiver: { finding: '0badcafe' }, want: [true] }],
  [
    'a waiver with the id of a different finding does not permit the finding',
    { waiver: { finding: '0badcaff' }, want: [false, 'waiver-stale'] },
  ],
  ['a waiver without operations permits a finding of any operation', { waiver: { operations: [] }, want: [true] }],
  [
    'a waiver for two operations permits a finding of one of them',
    { waiver: { operations: ids('listItems', 'getItem') }, want: [true] },
  ],
  [
    'a waiver for the kind of the finding permits it',
    { waiver: { kind: 'failure-reported-as-success' }, want: [true] },
  ],
  ['a waiver for the server of the finding permits it', { waiver: { server: 'cli' }, want: [true] }],
  [
    'a waiver that has expired does not permit the finding',
    { scope: { today: '2031-01-01' }, want: [false, 'waiver-expired'] },
  ],
  [
    'a waiver for one rule does not permit a finding of a different rule',
    { finding: { rule: 'parity/same-value' }, want: [false, 'waiver-stale'] },
  ],
  [
    'a waiver for one surface does not permit a finding of a different surface',
    { finding: { surfaces: ['mcp'] }, want: [false, 'waiver-stale'] },
  ],
  [
    'a waiver for one operation does not permit a finding of a different operation',
    { finding: { operations: ids('listItems') }, want: [false, 'waiver-stale'] },
  ],
  [
    'a waiver for one operation does not permit a finding of two operations',
    { finding: { operations: ids('getItem', 'listItems') }, want: [false, 'waiver-narrow'] },
  ],
  [
    'a waiver for one operation does not permit a finding without an operation',
    { finding: { operations: [] }, want: [false, 'waiver-stale'] },
  ],
  [
    'a waiver for one kind does not permit a finding of a different kind',
    { waiver: { kind: 'missing' }, want: [false, 'waiver-stale'] },
  ],
  [
    'a waiver for one server does not permit a finding of a different server',
    { waiver: { server: 'x' }, want: [false, 'waiver-stale'] },
  ],
  [
    'a waiver for a surface that is not configured does not permit the finding',
    { scope: { unknown: () => 'the configuration has no surface cli' }, want: [false, 'waiver-unknown'] },
  ],
  [
    'a waiver for a rule that the run did not check gets no note',
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
  ['a whole run verifies a waiver', {}, {}, true],
  ['a run of only the waived surface verifies a waiver', { surfaces: ['cli'] }, {}, true],
  ['a run of only another surface does not verify a waiver', { surfaces: ['rest'] }, {}, false],
  ['a run of only the waived operation verifies a waiver', { operations: ['getItem'] }, {}, true],
  [
    'a run of one of the two waived operations does not verify a waiver',
    { operations: ['getItem'] },
    { operations: ids('getItem', 'listItems') },
    false,
  ],
  ['a run of only another operation does not verify a waiver', { operations: ['listItems'] }, {}, false],
  ['a run of only phases without cases does not verify a waiver', { phases: ['lint'] }, {}, false],
  ['a run of only some phases with cases does not verify a waiver', { phases: ['examples', 'valid'] }, {}, false],
  [
    'a run of all phases with generated cases, but without scripted replies, does not verify a waiver',
    { phases: [...CASE_PHASES, 'sequences'] },
    {},
    false,
  ],
  [
    'a run of only the phase that checks the waived rule verifies a waiver',
    { phases: ['freshness'] },
    { rule: 'freshness/current', operations: [] },
    true,
  ],
  [
    'a run of only a phase that does not check the waived rule does not verify a waiver',
    { phases: ['lint'] },
    { rule: 'freshness/current', operations: [] },
    false,
  ],
  ['a run on one of two backends does not verify a waiver', { backends: ['mock'] }, {}, false],
  ['a run with fewer cases than configured does not verify a waiver', { runs: { kind: 'fixed', runs: 1 } }, {}, false],
  ['a quick run does not verify a waiver', { runs: { kind: 'quick' } }, {}, false],
  ['a run with more cases than configured verifies a waiver', { runs: { kind: 'fixed', runs: 1000 } }, {}, true],
  ['a run with a different seed does not verify a waiver', { seed: 2 }, {}, false],
  ['a run of one shard does not verify a waiver', { shard: { index: 0, count: 2 } }, {}, false],
  ['a run of only another contract does not verify a waiver', { contracts: ['b.yaml'] }, {}, false],
  [
    'a run that probed the waived tool server verifies a waiver',
    { phases: ['registry'] },
    { rule: 'registry/advertised-tools', server: 'git' },
    true,
  ],
  [
    'a run that did not probe the waived tool server does not verify a waiver',
    {},
    { rule: 'registry/advertised-tools', server: 'memory' },
    false,
  ],
  [
    'a run without a probe verifies a waiver of a rule that needs no probe',
    { phases: ['registry'] },
    { rule: 'registry/pin-form', server: 'memory', operations: [] },
    true,
  ],
  ['an interrupted run does not verify a waiver', { signal: AbortSignal.abort() }, {}, false],
  ['a run with an error does not verify a waiver', {}, {}, false, { notes: [UNVERIFIED] }],
  [
    'a run with an error on the waived surface does not verify a waiver',
    {},
    {},
    false,
    { notes: [{ ...UNVERIFIED, surface: 'cli' }] },
  ],
  [
    'a run with an error on another surface verifies a waiver',
    {},
    {},
    true,
    { notes: [{ ...UNVERIFIED, surface: 'rest' }] },
  ],
])('decides whether a run can verify a waiver: %s', (_, options, change, want, run = {}) => {
  const { waiver: own, scope: known } = scope(options, run)(change);
  expect(known.verified(own)).toBe(want);
});

test('a waiver with an unknown name is reported as an error in every run', () => {
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

test('a waiver with the id of any place permits a lint finding with several places', () => {
  const [first, second] = ['/a', '/b'].map((pointer) => lintFinding(pointer));
  const both = { ...lintFinding('/a'), places: ['/a', '/b'] };
  for (const each of [first, second]) {
    const { surface: _, ...byId } = waiver({
      rule: 'contract/examples-valid',
      operations: [],
      finding: each?.id ?? '',
    });
    expect(dispositions([byId], [both], SCOPE).waiverOf(both)).toBe(byId);
    expect(dispositions([byId], [both], SCOPE).notes).toEqual([]);
  }
});

function lintFinding(pointer: string): Finding {
  const statement = { id: 'contract/examples-valid', severity: 'must', statement: '', source: '', repair: '' } as const;
  const texts = { message: '', expected: '', received: '' };
  return staticFinding(statement, { surface: '', kind: 'lint', pointer, blame: 'contract', ...texts }, []);
}
