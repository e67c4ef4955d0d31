import { expect, it } from 'vitest';
import { sampleReport } from '../sample/sample-report.js';
import { renderBadge } from './badge.js';

const report = sampleReport();
const { footer, ...interrupted } = report;
if (footer === undefined) throw new Error('the sample has a footer');

it.each([
  ['a run with findings', report, { message: '4 findings', color: 'red' }],
  ['a run without findings', { ...report, footer: { ...footer, verdict: 'pass' as const } }, { color: 'brightgreen' }],
  [
    'a run that verified nothing',
    { ...report, footer: { ...footer, verdict: 'inconclusive' as const } },
    { color: 'yellow' },
  ],
  ['an interrupted run', interrupted, { message: 'interrupted', color: 'lightgrey' }],
])('the badge shows the verdict: %s → $2', (_, given, want) => {
  expect(JSON.parse(renderBadge(given))).toMatchObject({ schemaVersion: 1, label: 'contract parity', ...want });
});
