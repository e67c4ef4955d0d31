import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ParityError } from '../../../contract/parity-error.js';
import type { Contract } from '../../../contract/contract.js';
import { readContract } from '../../../contract/reading/read-contract.js';
import { counted } from '../../../reports/text/amounts.js';
import { findsConfig } from '../../configuration/load-config.js';
import { serviceUrl } from '../direct/direct-config.js';
import { downloadedContract } from '../direct/downloaded-contract.js';
import { isUrl, loopbackUrl } from '../direct/loopback-url.js';
import { configText } from '../init/config-text.js';
import { type ProjectFacts, projectFacts } from '../init/project-facts.js';
import { workflowText } from '../init/workflow-text.js';
import { printFaults } from '../output/print-faults.js';

interface InitFlags {
  readonly workflow?: boolean;
  /** The URL of a running service. */
  readonly url?: string;
}

const FILE = 'parity.config.ts';
const WORKFLOW = '.github/workflows/parity.yml';

/**
 * `parity init`: writes a first configuration, with which the contract can be linted and mocked. Other parts of the
 * project that the command finds are added as comments. It never overwrites a file.
 */
export async function initCommand(named: string | undefined, flags: InitFlags): Promise<void> {
  if (flags.workflow === true) refuseExisting(WORKFLOW);
  if (flags.workflow === true && flags.url === undefined && findsConfig(process.cwd())) return addWorkflow();
  refuseExisting(FILE);
  const facts = projectFacts(process.cwd());
  const file = named !== undefined && isUrl(named) ? await downloaded(named) : (named ?? facts.contract);
  if (file === undefined)
    throw new ParityError(
      'contract-missing',
      'no OpenAPI description was found in this folder',
      'Name the file of the description: `npx contract-parity init FILE`.',
    );
  const reading = await readContract(file, { root: process.cwd(), prefix: 'svc' });
  if (reading.kind === 'faults') return printFaults(reading.faults);
  const { contract } = reading;
  const url = await runningService(named, flags, contract);
  await writeFile(FILE, configText(file, contract, facts, url), { flag: 'wx' });
  if (flags.workflow === true) await writeWorkflow(facts);
  const written = flags.workflow === true ? `${FILE} and ${WORKFLOW}` : FILE;
  const found = `${contract.title} (${counted(contract.operations.length, 'operation')})`;
  process.stdout.write(
    `Wrote ${written} for ${found}. Run \`npx contract-parity check${url === undefined ? '' : ' --safe'}\`.\n${remaining(facts, flags, url)}`,
  );
}

/** Writes only the workflow, for a project that has a configuration. */
async function addWorkflow(): Promise<void> {
  await writeWorkflow(projectFacts(process.cwd()));
  process.stdout.write(`Wrote ${WORKFLOW}. It runs the check with the configuration of this project.\n`);
}

async function writeWorkflow({ install }: ProjectFacts): Promise<void> {
  await mkdir(dirname(WORKFLOW), { recursive: true });
  await writeFile(WORKFLOW, workflowText(install), { flag: 'wx' });
}

/**
 * The URL of the running service. It is `--url` or, if the contract was given as a URL, the server of this contract.
 * `undefined` if there is neither.
 */
async function runningService(
  named: string | undefined,
  { url }: InitFlags,
  contract: Contract,
): Promise<string | undefined> {
  const from = named !== undefined && isUrl(named) ? loopbackUrl(named, 'the contract') : undefined;
  if (url === undefined && from === undefined) return undefined;
  return serviceUrl(named ?? contract.file, { ...(url !== undefined && { url }) }, from, contract);
}

/**
 * Downloads a contract from a URL of this machine to the current folder. A configuration needs a file, because it
 * cannot refer to a contract by URL.
 */
async function downloaded(url: string): Promise<string> {
  return downloadedContract(loopbackUrl(url, 'the contract'), '.', {}, refuseExisting);
}

function refuseExisting(file: string): void {
  if (existsSync(file))
    throw new ParityError('config-exists', `${file} already exists`, 'Edit the file, or move it away first.');
}

/** Lists the decisions that remain for the user, in the recommended order. */
function remaining(facts: ProjectFacts, { workflow }: InitFlags, url: string | undefined): string {
  const { starts, consoles, toolServers, modules, python } = facts;
  const surfaces = [...modules, ...consoles, ...toolServers, ...(python === undefined ? [] : [python])];
  const sources = [...new Set([...starts, ...surfaces].map(({ from }) => from.split(',', 1)[0] ?? from))];
  const lines = [
    ...(sources.length === 0 ? [] : [`The comments in ${FILE} state what was found in ${sources.join(', ')}.`]),
    'What remains:',
    url !== undefined
      ? `  - \`service\` is ${url}: \`--safe\` sends only methods that read; without it, all methods are sent`
      : starts.length === 0
        ? '  - `service`: the command that starts the service, so that the check covers the service and not only the mock'
        : '  - `service`: choose the command, and pass the port as the service expects it',
    ...(surfaces.length === 0 ? [] : ['  - `surfaces`: uncomment each surface that you want to check']),
    ...(workflow === true
      ? []
      : ['  - a workflow for pull requests: `npx contract-parity init --workflow` writes one']),
  ];
  return `${lines.join('\n')}\n`;
}
