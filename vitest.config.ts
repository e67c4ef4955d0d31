import { defineConfig } from 'vitest/config';

const ALL = ['{contract,surfaces,rules,reports,harness}/**/*.test.ts', '*.test.ts'];

/** Whole commands, whole runs, and tests that mostly wait for processes, servers, compilers and browsers. */
const SCENARIOS = [
  'harness/{scenarios,miniatures,frameworks,registry,versions,change,tap,corpus,selftest}/**/*.test.ts',
  'harness/backends/service/**/*.test.ts',
  'harness/engine/*.test.ts',
  'harness/engine/proof/{curl,record-proof,reproductions,several-calls}.test.ts',
  'harness/**/{assigned-members,card-bodies,generate-command,generated-clients,hostile-plan}.test.ts',
  'harness/**/{report-command,reproduce,shrink,standalone-sdks,user-generator}.test.ts',
  'contract/reading/read-contract.corpus.test.ts',
  'reports/{files/write-reports,html/page}.test.ts',
  'surfaces/**/{driver,driver-suite,package,packaged-browser,worker,hostile-clients}.test.ts',
  'surfaces/{cli,mcp,sdk_python}/reference.test.ts',
  'surfaces/{cli,mcp,rest}/{reference,runtime}/**/{command-line,gate,card,main}.test.ts',
  'surfaces/cli/gate-ways.test.ts',
  'surfaces/process/**/*.test.ts',
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
