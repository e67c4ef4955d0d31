import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,surfaces,rules,reports,harness}/**/*.test.ts', '*.test.ts'],
    // Whole commands start processes and real servers; two cores share them.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'threads',
    maxWorkers: 2,
    // No module of ours keeps state of its own, so that files of a worker may share what they import.
    isolate: false,
    // A command that is run in CI colours its output; the tests read the words.
    env: { NO_COLOR: '1' },
  },
});
