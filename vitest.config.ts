import { setFlagsFromString } from 'node:v8';
import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config';

// Most code of the tests runs for a short time, and a third of the processor time was spent on optimising it. V8 13 and
// later optimise less, and do not know this flag.
if (Number.parseInt(process.versions.v8, 10) < 13) setFlagsFromString('--interrupt-budget=1500000');

const ALL = ['{contract,surfaces,rules,reports,harness}/**/*.test.ts', '*.test.ts'];

/**
 * Tests that take minutes of processor time: whole commands and checks, drivers with their processes, terminals,
 * browsers, packed packages, other languages, and planted faults (`npm run test:scenarios`, a step of CI).
 */
const SCENARIOS = [
  'contract/reading/read-contract.corpus.test.ts',
  'harness/{corpus,frameworks,miniatures}/**/*.test.ts',
  'harness/command-line/commands/report-command.test.ts',
  'harness/engine/{card-bodies,generated-clients,nothing-tested,several-servers}.test.ts',
  'harness/engine/judge/changed-steps.test.ts',
  'harness/engine/minimise/{reproduce,session-state,shrink,text-causes}.test.ts',
  'harness/engine/phases/{hosted-pages,lint-in-thread}.test.ts',
  'harness/engine/plan/hostile-plan.test.ts',
  'harness/engine/proof/{record-proof,reproductions,several-calls}.test.ts',
  'harness/generation/{sdk-types,standalone-sdks}.test.ts',
  'harness/registry/{packed-commands,private-package,probe-registry,tool-listing}.test.ts',
  'harness/scenarios/**/*.test.ts',
  'harness/smoke/hosted-steps.test.ts',
  'harness/versions/{check-versions,released}.test.ts',
  'reports/html/page.test.ts',
  'surfaces/cli/{confirmation,gate-ways}.test.ts',
  'surfaces/{driver-suite,written-calls}.test.ts',
  'surfaces/{cli,mcp,protocol,sdk_typescript,ui_card}/driver.test.ts',
  'surfaces/mcp/reference.test.ts',
  'surfaces/mcp/reference/offer/card.test.ts',
  'surfaces/sdk_typescript/worker/worker.test.ts',
  'surfaces/ui_card/{accessible,host,unnamed-controls,browser/packaged-browser}.test.ts',
  'surfaces/ui_card/mapped/own-card.test.ts',
];

/**
 * Tests of properties with many runs, of published schema suites, of linters, and of the plans and cases of whole
 * contracts. They start no process, but most files take half a second or more.
 */
const PROPERTIES = [
  '**/*.law.test.ts',
  'contract/document/document.test.ts',
  'contract/formats/format-test.test.ts',
  'contract/patterns/{hostile-texts,pattern-matcher}.test.ts',
  'contract/schema/judging/{schema-source,schema-source-suite}.test.ts',
  'contract/wire/{body/encode-body,xml/xml}.test.ts',
  'harness/arbitraries/arbitraries.test.ts',
  'harness/bench/shrinking.test.ts',
  'harness/cases/{contract-coverage,laws,make-cases,varied-cases,whole-requests}.test.ts',
  'harness/cases/{operations,raw}/**/*.test.ts',
  'harness/cases/invalid/invalid-schema-values.test.ts',
  'harness/cases/replies/reply-cases.test.ts',
  'harness/cases/scalars/{format,pattern,text}-source.test.ts',
  'harness/cases/shrinking/{shrink-input,shrink-places}.test.ts',
  'harness/cases/values/value-source.test.ts',
  'harness/configuration/load-{config,ruleset}.test.ts',
  'harness/engine/group/cluster.test.ts',
  'harness/engine/plan/**/*.test.ts',
  'harness/generation/generate.test.ts',
  'reports/html/html.test.ts',
  'reports/stream/{ndjson,safe-entry}.test.ts',
  'reports/terminal/terminal.test.ts',
  'rules/contract/catalogue.test.ts',
  'rules/contract/lint/lint.test.ts',
  'rules/values/json-difference.test.ts',
  'surfaces/cli/calls/form-fields.test.ts',
  'surfaces/mcp/generate.test.ts',
  'surfaces/rest/{reference/items,science_runtime}/service.test.ts',
  'surfaces/sdk_typescript/reference.test.ts',
  'surfaces/whole-requests.test.ts',
];

/** Tests that start a process, a server or a compiler, or that read the build, and take a few seconds at most. */
const PROCESSES = [
  'harness/{registry,versions,change,tap,selftest,processes}/**/*.test.ts',
  'harness/backends/{mock,prism-route,superseded-replies,service/**/*}.test.ts',
  'harness/command-line/stored/waive-command.test.ts',
  'harness/configuration/compiled-code.test.ts',
  'harness/packaging/{check-package,compile-validators}.test.ts',
  'harness/engine/*.test.ts',
  'harness/engine/proof/curl.test.ts',
  'harness/**/{assigned-members,generate-command,user-generator}.test.ts',
  'reports/files/{report-stream,write-reports}.test.ts',
  'surfaces/**/{driver,package,hostile-clients}.test.ts',
  'surfaces/{cli,sdk_python}/reference.test.ts',
  'surfaces/{cli,mcp,rest}/{reference,runtime}/**/{command-line,gate,main}.test.ts',
  'surfaces/rest/generate.test.ts',
  'surfaces/mcp/session/tool-schemas.test.ts',
  'surfaces/sdk_typescript/{generate,runtime/resumed-events,runtime/transport}.test.ts',
  'surfaces/process/**/*.test.ts',
  'surfaces/ui_card/**/*.test.ts',
];

/** With `--mode nightly` (`npm run nightly`), properties get many more runs. */
export default defineConfig(({ mode }) => ({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    // No module of this project keeps state, so the test files of a worker can share the modules that they import.
    isolate: false,
    experimental: { fsModuleCache: true },
    // Commands print no colours, because the tests compare the plain text.
    env: { NO_COLOR: '1', PARITY_NIGHTLY: mode === 'nightly' ? '1' : '' },
    // Servers and processes of the tests share two cores. In nightly mode, the many runs of a property take minutes.
    testTimeout: mode === 'nightly' ? 1_800_000 : 240_000,
    hookTimeout: 240_000,
    // If other work uses the cores, a browser or a process may take seconds to reach the state that a test waits for.
    expect: { poll: { timeout: 20_000 } },
    // Names of tests show whole lists; by default, longer ones become `Array(1)`.
    chaiConfig: { truncateThreshold: 200 },
    projects: [
      project('unit', ALL, [...PROPERTIES, ...PROCESSES, ...SCENARIOS]),
      project('properties', PROPERTIES, SCENARIOS),
      project('processes', PROCESSES, SCENARIOS),
      project('scenarios', SCENARIOS),
    ],
  },
}));

function project(name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration {
  const startsCommands = name === 'processes' || name === 'scenarios';
  return {
    extends: true,
    test: {
      name,
      include,
      exclude: [...exclude, '**/node_modules/**'],
      ...(startsCommands && { globalSetup: 'harness/scenarios/command-hosts.ts' }),
    },
  };
}
