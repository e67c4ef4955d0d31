import { resolve } from 'node:path';
import type { NoteEntry } from '../../reports/report.js';
import { COMMAND_RUNS, type InstalledCommand, checkCommandRuns } from '../../rules/registry/command-runs.js';
import type { OfferedCommands } from '../../rules/registry/console-command.js';
import { staticFinding } from '../engine/entries/findings.js';
import type { Run } from '../engine/options/run.js';
import { errorNote } from '../engine/phases/static-result.js';
import { commandNames, offeredCommands } from './offered-commands.js';
import { callPackedCommands } from './packed-commands.js';
import type { ProbeResult } from './probe-registry.js';

/** Installs each package with console commands once, and calls every command that the package registers. */
export async function probeCommands(run: Run): Promise<ProbeResult> {
  const offered = offeredCommands(run);
  const packages = [...new Set(offered.flatMap(({ console }) => (console === undefined ? [] : [console.package])))];
  const parts: ProbeResult[] = [];
  for (const file of packages) {
    const entries = offered.filter((entry) => entry.console?.package === file && entry.registered !== undefined);
    if (entries.length > 0) parts.push(await probePackage(run, file, entries));
  }
  return {
    findings: parts.flatMap(({ findings }) => findings),
    notes: parts.flatMap(({ notes }) => notes),
    probed: parts.flatMap(({ probed }) => probed),
  };
}

async function probePackage(run: Run, file: string, entries: readonly OfferedCommands[]): Promise<ProbeResult> {
  const [first] = entries;
  if (first === undefined) return { findings: [], notes: [], probed: [] };
  const { surface, registered = [], location } = first;
  try {
    const called = await callPackedCommands(resolve(run.loaded.root, file), registered, run.options.signal);
    const installed = called.map<InstalledCommand>((result) => ({
      ...result,
      surface,
      package: file,
      expected: namesBehind(run, entries, result.command),
      ...(location && { location }),
    }));
    const findings = checkCommandRuns(installed).map((violation) => staticFinding(COMMAND_RUNS, violation, []));
    const message = `${file} was packed and installed into an empty folder; ${registered.join(', ')} ${registered.length === 1 ? 'was' : 'were'} called there.`;
    const note: NoteEntry = { kind: 'note', severity: 'info', code: 'registry-probed', message, surface };
    return { findings, notes: [note], probed: [surface] };
  } catch (error) {
    return { findings: [], notes: [errorNote(error, surface)], probed: [] };
  }
}

function namesBehind({ promised }: Run, entries: readonly OfferedCommands[], command: string): readonly string[] {
  return entries
    .filter(({ console }) => console?.command === command)
    .flatMap((entry) => {
      const contract = promised.served.find(({ file }) => file === entry.contract.file);
      return contract === undefined ? [] : commandNames(contract, entry);
    });
}
