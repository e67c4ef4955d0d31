import { Command, InvalidArgumentError, Option } from 'commander';
import { COVERED } from '../../contract/coverage/covered.js';
import { withSupervision } from '../processes/supervise.js';
import { toolVersion } from '../configuration/tool-version.js';
import { FORMAT_NAMES } from '../../reports/files/format-names.js';
import { withHelp } from './help-texts.js';
import type { CheckFlags } from './commands/check-flags.js';
import type { ReplayFlags } from './commands/replay-flags.js';
import type { RegistryFlags } from './commands/registry-flags.js';
import type { KeepFlags } from './stored/keep-command.js';
import type { WaiveFlags } from './stored/waive-command.js';
import type { MergeFlags } from './commands/merge-command.js';
import type { ReportFlags } from './commands/report-command.js';

/**
 * Creates the program with all commands. A command's code is imported when it is called, so that `--help` starts fast.
 * `startedMs` is the start of a check's time budget, as `performance.now()` returns it: 0 is the start of the process.
 */
export function program(startedMs?: number): Command {
  const root = new Command('parity')
    .description(
      'Calls every surface of a service with inputs from one OpenAPI contract. Reports where a surface breaks the contract or differs from the other surfaces.',
    )
    .version(toolVersion(), '--version')
    .option('--config <file>', 'the configuration (default: parity.config.ts in this folder)')
    .configureHelp({ sortSubcommands: false })
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  addCheck(root, startedMs);
  root
    .command('lint')
    .description('lint the contracts')
    .argument('[files...]', 'contracts to lint (default: all configured contracts)')
    .action(async (files: readonly string[], _, command: Command) =>
      (await import('./commands/lint-command.js')).lintCommand(configOf(command), files),
    );
  root
    .command('generate')
    .description('write the generated code of every surface')
    .option('--check', 'write nothing; fail if generated code is stale')
    .action(async (options: { readonly check?: boolean }, command: Command) =>
      (await import('./commands/generate-command.js')).generateCommand(configOf(command), options.check ?? false),
    );
  root
    .command('mock')
    .description('run the mock server Prism, which makes its replies from the contract, until interrupted')
    .option('--port <n>', 'port on 127.0.0.1', integer(0, 65_535), 4010)
    .option('--contract <file>', 'contract to mock (default: the first configured contract)')
    .action(async (options: { readonly port: number; readonly contract?: string }, command: Command) =>
      (await import('./commands/mock-command.js')).mockCommand(configOf(command), options),
    );
  root
    .command('registry')
    .description('check the registry of tool servers: pins, launches, console commands')
    .option(
      '--probe',
      'start or contact the servers, and compare the tools that they register with the tools that they advertise',
    )
    .option('--server <name...>', 'probe only these servers')
    .option('--online', 'allow a probe to download packages and to contact servers on other machines')
    .option('--reports <folder>', 'the folder for the reports (default: reports/latest)')
    .action(async (flags: RegistryFlags, command: Command) =>
      (await import('./commands/registry-command.js')).registryCommand(configOf(command), flags),
    );
  root
    .command('smoke')
    .description('try one surface against replies that are generated from the contract')
    .requiredOption('--surface <id>', 'id of the surface in the configuration')
    .option('--operation <id...>', 'only these operations')
    .action(async (options: { readonly surface: string; readonly operation?: readonly string[] }, command: Command) =>
      withSupervision(async () =>
        (await import('./commands/smoke-command.js')).smokeCommand(
          configOf(command),
          options.surface,
          options.operation ?? [],
        ),
      ),
    );
  root
    .command('replay')
    .description('run one counterexample again and show what each surface did')
    .argument('<file>', 'a file below counterexamples/')
    .option('--surface <id...>', 'only these surfaces')
    .option('--contract <contract>', 'without a configuration: the file or URL of the contract')
    .option('--url <url>', 'without a configuration: the base URL of the running service')
    .option('--mock', 'without a configuration: use the mock')
    .option('--write', 'with --url: also send requests that may change data')
    .option('--token <token>', 'the credential that the service accepts (default: the variable SVC_TOKEN)')
    .option('--header <header>', 'with --url: a header that is added to each request; may be repeated', collected)
    .option('--ca <file>', 'with an https URL: the certificate of a private authority, as PEM')
    .action(async (file: string, flags: ReplayFlags, command: Command) =>
      withSupervision(async () =>
        (await import('./commands/replay-command.js')).replayCommand(configOf(command), file, flags),
      ),
    );
  root
    .command('report')
    .description('show the stored report of a run, even if the run was interrupted')
    .argument('<files...>', 'a report.ndjson or its folder; for a run in shards, the reports of all shards')
    .option('--html <file>', 'write the HTML page of the report to this file')
    .option(
      '--out <folder>',
      'write index.html and all other files of the report, except report.ndjson, to this folder',
    )
    .addOption(new Option('--format <name>', 'print the report in this format').choices(FORMAT_NAMES))
    .action(async (files: readonly string[], flags: ReportFlags) =>
      (await import('./commands/report-command.js')).reportCommand(files, flags),
    );
  root
    .command('show-report')
    .description('open the page of a report in the browser, and print its URL')
    .argument('[path]', 'the folder of the report, its report.ndjson or its page', 'reports/latest')
    .action(async (path: string) => (await import('./stored/show-report-command.js')).showReportCommand(path));
  root
    .command('waive')
    .description('permit a finding until a date: add a waiver to the file that the configuration names')
    .argument('<finding>', 'the id of a finding, as the report states it')
    .requiredOption('--reason <text>', 'why the finding is permitted')
    .requiredOption('--owner <role>', 'who is responsible for the waiver')
    .requiredOption('--expires <date>', 'the last day on which the waiver is valid, such as 2030-12-31')
    .option('--report <path>', 'the report with the finding', 'reports/latest')
    .action(async (finding: string, flags: WaiveFlags, command: Command) =>
      (await import('./stored/waive-command.js')).waiveCommand(configOf(command), finding, flags),
    );
  root
    .command('merge')
    .description('merge the reports of all shards of a run into one report')
    .argument('<folders...>', 'the report folders of the shards')
    .option('--reports <folder>', 'the folder for the report (default: reports/latest)')
    .option('--min-coverage <part=percent...>', MIN_COVERAGE)
    .option('--against <report>', AGAINST)
    .addOption(failOn())
    .option('--history [folder]', HISTORY)
    .action(async (folders: readonly string[], flags: MergeFlags) =>
      (await import('./commands/merge-command.js')).mergeCommand(folders, flags),
    );
  root
    .command('keep')
    .description('store the counterexample of a fixed finding in the project; every later check runs it first')
    .argument('<finding>', 'the id of a finding, as the report states it')
    .option('--report <path>', 'the report with the finding', 'reports/latest')
    .action(async (finding: string, flags: KeepFlags, command: Command) =>
      (await import('./stored/keep-command.js')).keepCommand(configOf(command), finding, flags),
    );
  root
    .command('explain')
    .description('show what a rule requires, its norm, and how to fix a violation')
    .argument('[rule]', 'id of the rule; without it, all rules are listed')
    .action(async (rule: string | undefined) => (await import('./commands/explain-command.js')).explainCommand(rule));
  root
    .command('init')
    .description('write a first parity.config.ts for a contract and the surfaces that the project contains')
    .argument(
      '[contract]',
      'an OpenAPI description, or its URL on this machine (default: openapi.yaml or openapi.json, here or in api/, docs/, contract/ or spec/)',
    )
    .option('--url <url>', 'the base URL of a running service on this machine, to write to the configuration')
    .option('--workflow', 'also write a GitHub Actions workflow; only the workflow if there is a configuration')
    .action(async (contract: string | undefined, flags: { readonly workflow?: boolean; readonly url?: string }) =>
      (await import('./commands/init-command.js')).initCommand(contract, flags),
    );
  for (const command of [root, ...root.commands]) withHelp(command);
  root.addHelpText('after', START);
  return root;
}

const START = `
Start here:
  npx contract-parity check openapi.yaml --url http://127.0.0.1:8080   a running service, without a configuration
  npx contract-parity init openapi.yaml                                a configuration, for further surfaces`;

function addCheck(root: Command, startedMs: number | undefined): void {
  root
    .command('check')
    .description('run every phase on every surface and give a verdict')
    .argument(
      '[contract]',
      'an OpenAPI description, or its URL on this machine; with --url or --mock, no configuration is read',
    )
    .option('--url <url>', 'check the service that runs at this base URL of this machine')
    .option('--mock', 'check against the mock (Prism) only')
    .option('--safe', 'send only requests with safe methods (RFC 9110 §9.2.1); the default with --url')
    .option('--write', 'with --url: also send requests that may change data')
    .option('--token <token>', 'the credential that the service accepts (default: the variable SVC_TOKEN)')
    .option(
      '--header <header>',
      "with --url: add a header to each request, such as 'X-Tenant: blue'; may be repeated",
      collected,
    )
    .option('--contract <file...>', 'only these contracts (default: all configured contracts)')
    .option('--surface <id...>', 'only these surfaces (default: all)')
    .option('--ca <file>', 'with an https URL: the certificate of a private authority, as PEM')
    .option('--operation <id...>', 'only these operations (default: all)')
    .option('--exclude <id...>', 'without these operations')
    .option(
      '--phase <name...>',
      'only these phases (default: all): lint, inventory, freshness, registry, examples, boundary, valid, invalid, gates, sequences, responses, streams, faults',
    )
    .addOption(
      new Option('--backend <kind...>', 'only these backends (default: the configured backends)').choices([
        'reference',
        'mock',
      ]),
    )
    .option(
      '--runs <n>',
      'number of generated valid cases for each operation on every surface, and number of invalid cases (default: depends on the cost of a call on the surface)',
      integer(0, 1_000_000),
    )
    .option(
      '--quick',
      'run fewer cases: in each phase only those that find the most faults, and only on the first backend',
    )
    .option(
      '--seed <n>',
      'seed of the generated cases; the same seed gives the same cases (default: the configured seed, or 1)',
      integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    )
    .option(
      '--budget <time>',
      'maximum duration of the whole run, such as 60s or 5m; cases that did not run are inconclusive (default: no limit)',
      duration,
    )
    .option(
      '--shard <i/n>',
      'run the i-th of n parts of the work; `parity merge` joins the reports of all parts',
      shard,
    )
    .option('--balance <report>', 'with --shard: split the work by the durations in an earlier report')
    .option(
      '--changed-since <revision>',
      'only operations whose contract or surface files changed since a git revision, such as origin/main',
    )
    .option('--watch', 'after each edit, check the operations and surfaces that it affects, until interrupted')
    .option(
      '--surfaces-from <revision>',
      'also check the surfaces of a released git revision, such as v1.2, with the service of the working tree',
    )
    .option(
      '--service-from <revision>',
      'also check the surfaces of the working tree with the service of a released revision; with both options, all combinations',
    )
    .option('--strict', 'findings that did not occur in every attempt also fail the run')
    .option('--min-coverage <part=percent...>', MIN_COVERAGE)
    .option('--against <report>', AGAINST)
    .addOption(failOn())
    .option('--history [folder]', HISTORY)
    .option('--reports <folder>', 'the folder for the reports (default: reports/latest)')
    .action(async (contract: string | undefined, flags: CheckFlags, command: Command) =>
      flags.watch === true
        ? (await import('./watch/watch-command.js')).watchCommand(configOf(command), contract, flags)
        : (await import('./commands/check-command.js')).checkCommand(configOf(command), contract, flags, startedMs),
    );
}

const AGAINST = 'compare with an earlier report: a report.ndjson, its folder, or git:REF for the committed report';
const HISTORY = 'add a record of the run to a folder (default: history, next to the folder of the report)';

function failOn(): Option {
  return new Option(
    '--fail-on <findings>',
    'findings that fail the run; `new` needs --against, and ignores the findings of the earlier report (default: `any`)',
  ).choices(['new', 'any']);
}

function configOf(command: Command): string | undefined {
  return command.optsWithGlobals<{ readonly config?: string }>().config;
}

/** Collects the values of an option that may be repeated. */
function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`Write a whole number from ${min} to ${max}.`);
    return value;
  };
}

function duration(text: string): number {
  const match = /^(\d{1,6})(ms|s|m)$/.exec(text);
  const unit = { ms: 1, s: 1000, m: 60_000 }[match?.[2] ?? ''];
  if (match === null || unit === undefined)
    throw new InvalidArgumentError('Write a number and a unit: 500ms, 60s or 5m.');
  return Number(match[1]) * unit;
}

const MIN_COVERAGE = `exit with 2 if the cases reach less of a contract than these percentages, such as operations=100 statuses=80, or cli:operations=100 for one surface; the parts are ${COVERED.join(', ')}`;

/** Parses a shard such as `1/4`, the first of four shards. The engine counts shards from 0. */
function shard(text: string): { readonly index: number; readonly count: number } {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || index < 1 || index > count)
    throw new InvalidArgumentError('Write i/n with i from 1 to n, such as 1/4.');
  return { index: index - 1, count };
}
