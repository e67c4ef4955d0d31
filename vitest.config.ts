import { defineConfig } from 'vitest/config';

const SCENARIOS = 'harness/scenarios/**/*.test.ts';

/** `--mode nightly` (`npm run nightly`): properties get many more runs. */
export default defineConfig(({ mode }) => ({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    // No module of ours keeps state of its own, so that files of a worker may share what they import.
    isolate: false,
    // Commands write no colours: the tests read the words, in CI as elsewhere.
    env: { NO_COLOR: '1', PARITY_NIGHTLY: mode === 'nightly' ? '1' : '' },
    // Real servers and processes share two cores with everything else.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{contract,surfaces,rules,reports,harness}/**/*.test.ts', '*.test.ts'], exclude: [SCENARIOS, '**/node_modules/**'] },
      },
      // Whole commands on copies of the built project.
      { extends: true, test: { name: 'scenarios', include: [SCENARIOS] } },
    ],
  },
}));
