import { join, relative, resolve } from 'node:path';
import pc from 'picocolors';
import { type Redactor, redactor } from '../../../reports/stream/redact.js';
import type { HeaderEntry, Report, ReportEntry } from '../../../reports/report.js';
import { type ReportStream, openReportStream } from '../../../reports/files/report-stream.js';
import { safeReport } from '../../../reports/stream/safe-entry.js';
import { renderTerminal } from '../../../reports/terminal/terminal.js';
import { writeReports } from '../../../reports/files/write-reports.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { secretTexts } from '../../configuration/secret-texts.js';
import { check } from '../../engine/check.js';
import { type CheckOptions, phasesNamed } from '../../engine/options/check-options.js';
import { runChoice } from '../../engine/plan/surface-runs.js';
import { writeCounterexamples } from '../../engine/minimise/counterexample.js';
import { withSupervision } from '../../processes/supervise.js';
import { directArguments } from '../direct/direct-command.js';
import { type DirectRun, isLintNote, nextSteps } from '../direct/next-steps.js';
import { stepsText } from '../direct/steps-text.js';
import type { CheckFlags } from './check-flags.js';
import { type CheckSubject, checkSubject } from './check-subject.js';
import { interruptible } from './interrupt.js';
import { annotateGithub } from '../output/annotate-github.js';
import { printError } from '../output/print-error.js';
import { printFaults } from '../output/print-faults.js';
import { progressOf } from '../output/progress.js';

/** `parity check`: runs the phases, writes the reports and sets the exit code. */
export async function checkCommand(
  config: string | undefined,
  contract: string | undefined,
  flags: CheckFlags,
): Promise<void> {
  const subject = await checkSubject(config, contract, flags, process.cwd());
  if (subject.kind === 'faults') return printFaults(subject.faults);
  const { loaded, direct } = subject;
  const folder = reportsFolder(loaded, flags);
  const { signal, done } = interruptible();
  const progress = progressOf(process.stderr);
  const output = new ReportOutput(loaded, folder, direct);
  const url = direct && loaded.config.service?.url;
  if (url !== undefined) progress.phase('service', url);
  try {
    process.exitCode = await withSupervision(async () => {
      const report = await check(
        loaded,
        { ...optionsOf(subject, flags, folder), signal },
        {
          entry: (entry) => {
            progress.entry(entry);
            output.entry(entry);
          },
          phase: progress.phase,
          progress: progress.cases,
        },
      );
      progress.end();
      return output.finish(report);
    });
  } finally {
    progress.end();
    done();
  }
}

function reportsFolder(loaded: LoadedConfig, { reports }: CheckFlags): string {
  return resolve(reports ?? resolve(loaded.root, loaded.reports));
}

function optionsOf(
  { loaded, contracts, direct }: CheckSubject,
  flags: CheckFlags,
  folder: string,
): Omit<CheckOptions, 'signal'> {
  const { changedSince } = flags;
  return {
    contracts: [...(flags.contract ?? []), ...contracts],
    surfaces: flags.surface ?? [],
    operations: flags.operation ?? [],
    exclude: flags.exclude ?? [],
    phases: phasesNamed(flags.phase ?? loaded.phases ?? []),
    backends: flags.backend ?? (flags.quick === true ? loaded.backends.slice(0, 1) : loaded.backends),
    runs: runChoice(flags.runs ?? (flags.quick === true ? undefined : loaded.runs), flags.quick),
    seed: flags.seed ?? loaded.seed,
    ...(flags.budget !== undefined && { budgetMs: flags.budget }),
    // Counted from the start of the process: the budget covers start-up as well.
    startedMs: 0,
    ...(flags.shard !== undefined && { shard: flags.shard }),
    ...(flags.probe !== undefined && { probe: flags.probe }),
    ...(flags.strict === true && { strict: true }),
    ...(changedSince !== undefined && {
      requested: async (promised) => {
        const { changesSince } = await import('../../change/changes-since.js');
        return changesSince(loaded, promised, changedSince, [folder, resolve(loaded.root, loaded.reports)]);
      },
    }),
    reports: relative(process.cwd(), folder) || '.',
    ...(direct && { replayArguments: directArguments(direct.name, direct.flags) }),
  };
}

/**
 * Writes the report files and prints the report. After a write error it still prints: a full disk must not hide
 * findings.
 */
class ReportOutput {
  private stream: ReportStream | undefined;
  private failure: unknown;
  private readonly redact: Redactor;

  constructor(
    loaded: LoadedConfig,
    private readonly folder: string,
    private readonly direct: DirectRun | undefined,
  ) {
    this.redact = redactor(secretTexts(loaded));
  }

  entry(entry: ReportEntry): void {
    try {
      if (entry.kind === 'header') this.open(entry);
      else if (entry.kind !== 'footer' && entry.kind !== 'shard') this.stream?.write(entry);
    } catch (error) {
      this.failure ??= error;
      this.stream = undefined;
    }
  }

  /** Writes the final files, prints the report and returns the exit code. */
  async finish(report: Report): Promise<number> {
    const safe = await this.files(report);
    const shown = relative(process.cwd(), this.folder) || '.';
    const colour = pc.isColorSupported && process.stdout.isTTY;
    process.stdout.write(
      renderTerminal(this.shown(safe), {
        colour,
        width: process.stdout.columns || 100,
        ...(this.failure === undefined && { reportPage: join(shown, 'index.html') }),
      }),
    );
    if (this.direct !== undefined) process.stdout.write(stepsText(nextSteps(this.direct, safe), process.stdout));
    await annotateGithub(safe);
    const exitCode = report.footer?.exitCode ?? 2;
    if (this.failure === undefined) return exitCode;
    printError(this.failure);
    return exitCode === 0 ? 2 : exitCode;
  }

  /** Without a configuration, warnings of the lint are counted in the next steps, and listed by the report. */
  private shown(report: Report): Report {
    return this.direct === undefined ? report : { ...report, notes: report.notes.filter((note) => !isLintNote(note)) };
  }

  private open(header: HeaderEntry): void {
    this.stream = openReportStream(this.folder, header, this.redact);
  }

  /** The final files are made from the report only: entries that were streamed earlier may have been superseded. */
  private async files(report: Report): Promise<Report> {
    if (this.stream === undefined || report.footer === undefined) return safeReport(report, this.redact);
    try {
      const safe = this.stream.close({ ...report, footer: report.footer });
      await writeReports(safe, this.folder);
      await writeCounterexamples(safe, this.folder);
      return safe;
    } catch (error) {
      this.failure ??= error;
      return safeReport(report, this.redact);
    }
  }
}
