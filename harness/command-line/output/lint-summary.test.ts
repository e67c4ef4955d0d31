import { expect, it } from 'vitest';
import { lintSummary } from './lint-summary.js';

type Result = Parameters<typeof lintSummary>[0][number];

const at = (severity: Result['severity'], line: number): Result => ({
  severity,
  location: { file: 'a.yaml', line, column: 3, pointer: '' },
});

it.each<[name: string, given: readonly Result[], want: string]>([
  ['no results', [], 'no errors or warnings'],
  ['only warnings', [at('warning', 1), at('warning', 2)], '0 errors, 2 warnings'],
  ['one error and one warning', [at('warning', 1), at('error', 7)], '1 error (a.yaml:7:3), 1 warning'],
  ['hints', [at('info', 1)], '0 errors, 0 warnings, 1 hint'],
  [
    'many errors',
    Array.from({ length: 7 }, (_, index) => at('error', index + 1)),
    '7 errors (a.yaml:1:3, a.yaml:2:3, a.yaml:3:3, a.yaml:4:3, a.yaml:5:3 and 2 more), 0 warnings',
  ],
])('the summary of a lint counts %s → $2', (_name, given, want) => {
  expect(lintSummary(given)).toBe(want);
});
