import type { Command } from 'commander';

const VERIFIED = '0  everything that was requested is verified, and every finding is waived';
const FOUND = '1  at least one finding is not waived';
const UNVERIFIED =
  '2  something could not be verified; for example, the contract is faulty or the service does not start';
const INTERRUPTED = '130  the run was interrupted';

interface HelpText {
  readonly examples: readonly string[];
  readonly exitCodes: readonly string[];
}

/** The examples and exit codes that the help of each command shows. */
const HELP: Readonly<Record<string, HelpText>> = {
  check: {
    examples: [
      'check openapi.yaml --url http://127.0.0.1:8080',
      'check http://127.0.0.1:8000/openapi.json --write',
      'check openapi.yaml --mock',
      'check --surface rest sdk --operation getItem --runs 16',
      'check --quick --budget 60s',
      'check --changed-since origin/main',
      'check --watch --quick',
    ],
    exitCodes: [VERIFIED, FOUND, UNVERIFIED, INTERRUPTED],
  },
  lint: {
    examples: ['lint', 'lint openapi.yaml'],
    exitCodes: ['0  no error', '1  at least one error', '2  a contract cannot be read'],
  },
  generate: {
    examples: ['generate', 'generate --check'],
    exitCodes: [
      '0  the code is written, or current',
      '1  with --check: generated code is stale',
      '2  a generator failed',
    ],
  },
  mock: { examples: ['mock --port 4010', 'mock --contract openapi.yaml'], exitCodes: ['0  the mock was interrupted'] },
  registry: {
    examples: ['registry', 'registry --probe --server search'],
    exitCodes: [VERIFIED, FOUND, UNVERIFIED],
  },
  smoke: {
    examples: ['smoke --surface cli', 'smoke --surface sdk --operation getItem'],
    exitCodes: [
      '0  every call did what the contract states',
      '1  at least one call broke the contract',
      '2  the surface does not start',
    ],
  },
  replay: {
    examples: [
      'replay reports/latest/counterexamples/2fd70143.json',
      'replay 2fd70143.json --contract openapi.yaml --url http://127.0.0.1:8080',
    ],
    exitCodes: ['0  the case breaks no rule', '1  the case breaks a rule', '2  the result could not be verified'],
  },
  report: {
    examples: [
      'report reports/latest',
      'report reports/latest --html report.html',
      'report reports/latest --format sarif',
    ],
    exitCodes: ['the exit code of the run that wrote the report'],
  },
  'show-report': {
    examples: ['show-report', 'show-report reports/nightly'],
    exitCodes: ['0  the page exists, whether a browser was found or not', '2  the report cannot be read'],
  },
  waive: {
    examples: ["waive 2fd70143 --reason 'Fixed in 2.0' --owner 'SDK team' --expires 2030-12-31"],
    exitCodes: [
      '0  the waiver is added',
      '2  the report has no such finding, or covers only a part of the configuration',
    ],
  },
  merge: {
    examples: ['merge reports/shard-1 reports/shard-2', 'merge shards/* --reports reports/latest'],
    exitCodes: [
      'the exit codes of `check` without shards',
      '2  a shard is missing, is given twice, or belongs to another run',
    ],
  },
  keep: {
    examples: ['keep 2fd70143'],
    exitCodes: [
      '0  the counterexample is stored',
      '2  the report has no such finding, or the finding has no complete counterexample',
    ],
  },
  explain: {
    examples: ['explain', 'explain parity/same-request'],
    exitCodes: ['0  the rule exists', '2  the rule does not exist'],
  },
  init: {
    examples: ['init openapi.yaml', 'init --workflow'],
    exitCodes: ['0  the configuration is written', '2  the contract has faults, or a file exists already'],
  },
};

/** Adds examples and exit codes to the help of a command, and shortens the messages about wrong arguments. */
export function withHelp(command: Command): void {
  const name = command.name();
  const help = HELP[name];
  if (help !== undefined) command.addHelpText('after', afterText(help));
  const about = help === undefined ? 'npx contract-parity --help' : `npx contract-parity ${name} --help`;
  command.configureOutput({ outputError: (text, write) => write(errorText(text, about)) });
}

function afterText({ examples, exitCodes }: HelpText): string {
  const lines = ['', 'Examples:', ...examples.map((example) => `  npx contract-parity ${example}`)];
  return [...lines, '', 'Exit codes:', ...exitCodes.map((code) => `  ${code}`)].join('\n');
}

/**
 * The error message in at most three lines: the error, a suggestion for a misspelled word, and how to list all options.
 */
function errorText(text: string, about: string): string {
  const [fault = '', ...more] = text.trim().split('\n');
  const hints = more.map((line) => `  → ${line.replace(/^\((.*)\)$/, '$1')}`).slice(0, 1);
  return [`parity: ${fault.replace(/^error: /, '')}`, ...hints, `  \`${about}\` lists the options.`, ''].join('\n');
}
