import { join, relative, resolve } from 'node:path';
import { hasColours } from '../output/terminal-features.js';
import type { Report } from '../../../reports/report.js';
import { printableText } from '../../../reports/text/printable.js';
import { changeSentence } from '../../../reports/view/comparison/change-words.js';
import { type KnownContracts, type WatchedFiles, changesOfEdits, watchedFiles } from '../../change/edits.js';
import { type FileOwners, fileOwners } from '../../change/file-owners.js';
import type { RequestedChanges, RunContracts } from '../../change/requested-cells.js';
import { check } from '../../engine/check.js';
import type { CheckEvents, CheckOptions } from '../../engine/options/check-options.js';
import { withSupervision } from '../../processes/supervise.js';
import { checkOptions, reportsFolder } from '../commands/check-command.js';
import type { CheckFlags } from '../commands/check-flags.js';
import { type CheckSubject, checkSubject } from '../commands/check-subject.js';
import { ReportOutput } from '../commands/report-output.js';
import { printError } from '../output/print-error.js';
import { printFaults } from '../output/print-faults.js';
import { progressOf } from '../output/progress.js';
import { compactVerdict } from './compact-verdict.js';
import { failingFirst, firstLines } from './failing-first.js';
import { type Memory, compared, remember } from './memory.js';

/**
 * One run of `parity check --watch`, in a separate process. A separate process never has outdated modules in its cache,
 * and a cancelled run leaves nothing behind. The process starts in advance, loads the program, and waits for a request.
 */

/** A request to start a run. It is sent to another process, so it must be serializable. */
export interface RunRequest {
  readonly kind: 'run';
  readonly config: string | undefined;
  readonly contract: string | undefined;
  readonly flags: CheckFlags;
  /** Files that were edited since the last complete run. If omitted, everything is checked. */
  readonly edits?: readonly string[];
  readonly memory?: Memory;
}

export type RunMessage =
  | { readonly kind: 'watched'; readonly watched: WatchedFiles }
  /** The result of a run. `memory` is omitted if the run was cancelled or could check nothing. */
  | { readonly kind: 'ended'; readonly memory?: Memory };

const stop = new AbortController();
let isIdle = true;

/** Stops the run, so that it can end its processes. If there is no run, ends this process immediately. */
function end(): void {
  if (isIdle) process.exit();
  stop.abort();
}

process.on('message', (message: RunRequest | { readonly kind: 'stop' }) => {
  if (message.kind === 'stop') end();
  else {
    isIdle = false;
    void run(message);
  }
});
// The watching process has ended, so this process ends too.
process.on('disconnect', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

async function run(request: RunRequest): Promise<void> {
  const memory = await withSupervision(() => checked(request)).catch(printError);
  send({ kind: 'ended', ...(memory !== undefined && { memory }) }, () => process.exit());
}

function send(message: RunMessage, sent: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, {}, sent);
  else sent();
}

async function checked(request: RunRequest): Promise<Memory | undefined> {
  const startedMs = performance.now();
  const { flags, memory, edits } = request;
  const subject = await checkSubject(request.config, request.contract, flags, process.cwd());
  if (subject.kind === 'faults') {
    printFaults(subject.faults);
    return undefined;
  }
  const plan = new RunPlan(subject, request);
  plan.announce();
  const options: CheckOptions = {
    ...checkOptions(subject, flags, plan.folder),
    startedMs,
    signal: stop.signal,
    requested: (contracts) => plan.requested(contracts),
  };
  if (edits !== undefined && memory !== undefined) await checkFailingFirst(subject, options, plan, memory);
  if (stop.signal.aborted) return undefined;
  const output = new ReportOutput(subject.loaded, plan.folder, undefined, true);
  const report = await quietly(subject, options, (entry) => output.entry(entry));
  const safe = await output.store(report);
  if (output.failure !== undefined) printError(output.failure);
  if (stop.signal.aborted) return undefined;
  print(safe, plan.folder, memory);
  // If no contract could be read, the run has no results for any operation.
  return report.header.contracts.length === 0 ? undefined : remember(safe, memory, plan.contracts);
}

/** Checks only the operations that failed in the last run, and states in one line whether they still fail. */
async function checkFailingFirst(
  subject: CheckSubject,
  options: CheckOptions,
  plan: RunPlan,
  memory: Memory,
): Promise<void> {
  const first = failingFirst(options, memory.failing, Object.keys(subject.loaded.config.surfaces), (contracts) =>
    plan.requested(contracts),
  );
  if (first === undefined) return;
  const lines = firstLines(await quietly(subject, first, () => undefined));
  if (!stop.signal.aborted) for (const line of lines) process.stdout.write(`${printableText(line, 300)}\n`);
}

/**
 * Runs a check that prints only its progress, and only on a terminal. In a log, the progress would be most of the
 * output.
 */
async function quietly({ loaded }: CheckSubject, options: CheckOptions, entry: CheckEvents['entry']): Promise<Report> {
  const started = performance.now();
  const progress = process.stderr.isTTY ? progressOf(process.stderr, () => performance.now() - started) : undefined;
  try {
    return await check(loaded, options, {
      entry: (each) => {
        progress?.entry(each);
        entry(each);
      },
      phase: (name, detail) => progress?.phase(name, detail),
      progress: (...amount) => progress?.cases(...amount),
    });
  } finally {
    progress?.end();
  }
}

function print(report: Report, folder: string, memory: Memory | undefined): void {
  const page = join(relative(process.cwd(), folder) || '.', 'index.html');
  const colour = hasColours(process.stdout);
  process.stdout.write(compactVerdict(report, compared(report, memory?.findings ?? []), { colour, page }));
}

/** The maximum number of affected operations that are listed. */
const MOST_CHANGES = 8;

/** The operations that the run checks, with the reasons. */
class RunPlan {
  readonly folder: string;
  contracts: KnownContracts;
  readonly #owners: FileOwners;
  #requested: Promise<RequestedChanges | undefined> | undefined;

  constructor(
    private readonly subject: CheckSubject,
    private readonly request: RunRequest,
  ) {
    this.folder = reportsFolder(subject.loaded, request.flags);
    this.contracts = request.memory?.contracts ?? new Map();
    this.#owners = fileOwners(subject.loaded);
  }

  /** Sends the parent process the files to watch, as far as they are known. */
  announce(): void {
    const watched = watchedFiles(this.subject.loaded, this.contracts, this.#owners, this.#reports);
    send({ kind: 'watched', watched });
  }

  requested(contracts: RunContracts): Promise<RequestedChanges | undefined> {
    this.#requested ??= this.#choose(contracts);
    return this.#requested;
  }

  get #reports(): readonly string[] {
    const { loaded } = this.subject;
    return [this.folder, resolve(loaded.root, loaded.reports)];
  }

  async #choose(contracts: RunContracts): Promise<RequestedChanges | undefined> {
    const { edits, flags } = this.request;
    const changes = changesOfEdits(this.subject.loaded, contracts, edits ?? [], {
      before: this.contracts,
      owners: this.#owners,
      reports: this.#reports,
    });
    this.contracts = changes.contracts;
    this.announce();
    const first = checkOptions(this.subject, flags, this.folder).requested;
    const requested = edits === undefined ? await first?.(contracts) : changes.requested;
    const sentences = (requested?.reasons ?? []).map(changeSentence);
    // Clears the progress line.
    if (process.stderr.isTTY && sentences.length > 0) process.stderr.write('\r\u001b[2K');
    for (const sentence of sentences.slice(0, MOST_CHANGES))
      process.stdout.write(`  ± ${printableText(sentence, 300)}\n`);
    if (sentences.length > MOST_CHANGES)
      process.stdout.write(`  ± and ${sentences.length - MOST_CHANGES} more, in the report\n`);
    return requested;
  }
}
