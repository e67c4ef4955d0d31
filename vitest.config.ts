import { defineConfig } from 'vitest/config';

const ALL = ['{contract,surfaces,rules,reports,harness}/**/*.test.ts', '*.test.ts'];

/** Whole commands, the whole engine, and tests that mostly wait for processes, compilers and browsers. */
const SCENARIOS = [
  'harness/{scenarios,miniatures,frameworks,registry}/**/*.test.ts',
  'harness/**/{card-bodies,generate-command,generated-clients,hostile-plan,reproduce,shrink,standalone-sdks,tap,connections}.test.ts',
  'surfaces/**/{driver,driver-suite,package,packaged-browser,worker,hostile-clients}.test.ts',
  'surfaces/{cli,mcp,sdk_python}/reference.test.ts',
  'surfaces/{cli,mcp}/reference/**/{command-line,gate,card}.test.ts',
  'surfaces/ui_card/**/*.test.ts',
];

/** `--mode nightly` (`npm run nightly`): properties get many more runs. */
export default defineConfig(({ mode }) => ({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    // No module of ours keeps state of its own, so that files of a worker may share what they import.
    isolate: false,
    // Commands write no colours: the tests read the words, in CI as elsewhere.
    env: { NO_COLOR: '1', PARITY_NIGHTLY: mode === 'nightly' ? '1' : '' },
    // Real servers and processes share two cores with everything else; the many runs of a property take minutes.
    testTimeout: mode === 'nightly' ? 1_800_000 : 240_000,
    hookTimeout: 240_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ALL, exclude: [...SCENARIOS, '**/node_modules/**'] } },
      {
        extends: true,
        test: { name: 'scenarios', include: SCENARIOS, globalSetup: 'harness/scenarios/command-hosts.ts' },
      },
    ],
  },
}));
