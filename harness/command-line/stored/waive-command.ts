import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Document, isSeq, parseDocument } from 'yaml';
import { readWaivers } from '../../../contract/manifests/waivers.js';
import { ParityError } from '../../../contract/parity-error.js';
import { temporaryPath } from '../../../reports/files/temporary-path.js';
import type { FindingEntry, Report } from '../../../reports/report.js';
import { loadConfig } from '../../configuration/load-config.js';
import { findingNamed } from './finding-named.js';
import { storedReport } from './stored-report.js';

export interface WaiveFlags {
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
  readonly report: string;
}

/**
 * `parity waive`: adds a waiver for one finding to the file that the configuration names. The report must cover a whole
 * run. In a partial run, a finding may be only a consequence of a different fault.
 */
export async function waiveCommand(config: string | undefined, id: string, flags: WaiveFlags): Promise<void> {
  const report = await storedReport(flags.report);
  refusePart(report);
  const entry = findingNamed(report, id, flags.report);
  refuseWaived(entry);
  const { root, config: configured } = await loadConfig(config, process.cwd());
  if (configured.waivers === undefined) {
    const repair = "Add `waivers: 'waivers.yaml'` to the configuration.";
    throw new ParityError('waivers-missing', 'the configuration names no file for waivers', repair);
  }
  const file = resolve(root, configured.waivers);
  const text = withWaiver(
    existsSync(file) ? readFileSync(file, 'utf8') : newFile(file, root),
    waiverOf(report, entry, flags),
    file,
  );
  await writeValid(file, text, root);
  const shown = relative(process.cwd(), file) || file;
  process.stdout.write(`Added a waiver of ${entry.finding.rule} (finding ${entry.finding.id}) to ${shown}.\n`);
}

function refusePart({ header, footer }: Report): void {
  const part =
    footer === undefined || footer.interrupted
      ? 'was interrupted'
      : isWhole(header)
        ? undefined
        : 'covered only a part of the configuration';
  if (part === undefined) return;
  const repair = 'Run `parity check` without flags that select parts, and name a finding of its report.';
  throw new ParityError('waiver-of-part', `the run of the report ${part}`, repair);
}

/**
 * Returns true if a run checked everything that is configured. A run with `--changed-since` also counts as whole if it
 * skipped no operation on any surface.
 */
function isWhole({ scope }: Report['header']): boolean {
  const { changed, ...narrowed } = scope ?? {};
  return Object.keys(narrowed).length === 0 && (changed?.notRequested ?? []).length === 0;
}

function refuseWaived({ disposition, finding, waiver }: FindingEntry): void {
  if (disposition !== 'waived') return;
  const until = waiver === undefined ? '' : ` until ${waiver.expires}`;
  throw new ParityError('waiver-twice', `finding ${finding.id} is waived already${until}`, 'Edit its waiver.');
}

/** The waiver as YAML data. It selects the finding by its id. The other members are only information for readers. */
function waiverOf({ header }: Report, { finding }: FindingEntry, flags: WaiveFlags): Readonly<Record<string, unknown>> {
  const { rule, surfaces, operations, kind, id } = finding;
  const [subject] = surfaces;
  const isSurface = header.surfaces.some((surface) => surface.id === subject);
  return {
    rule,
    ...(subject !== undefined && { [isSurface ? 'surface' : 'server']: subject }),
    ...(operations.length > 0 && { operation: operations.length === 1 ? operations[0] : [...operations] }),
    kind,
    finding: id,
    reason: flags.reason,
    owner: flags.owner,
    expires: flags.expires,
  };
}

/** The text of a new waiver file. Its first line refers to the JSON Schema, which editors use to check the file. */
function newFile(file: string, root: string): string {
  const schema = join(root, 'node_modules/contract-parity/docs/waivers.schema.json');
  const line = existsSync(schema) ? `# yaml-language-server: $schema=${relative(dirname(file), schema)}\n` : '';
  return `${line}waivers: []\n`;
}

/** The text of the waiver file with the new waiver. Comments and all other parts stay unchanged. */
function withWaiver(text: string, waiver: object, file: string): string {
  const document: Document = parseDocument(text);
  const waivers = document.get('waivers');
  if (document.errors.length > 0 || !isSeq(waivers)) {
    throw new ParityError(
      'waivers-malformed',
      `${file} has no list \`waivers\``,
      'Correct the file; `parity check` names its faults.',
    );
  }
  waivers.flow = false;
  waivers.add(document.createNode(waiver));
  return document.toString({ lineWidth: 0 });
}

/** Validates the new text in the same way as a check does, and then replaces the file. */
async function writeValid(file: string, text: string, root: string): Promise<void> {
  const draft = temporaryPath(dirname(file), basename(file));
  try {
    await writeFile(draft, text, { flag: 'wx' });
    const reading = readWaivers(draft, { root });
    const [fault] = reading.kind === 'faults' ? reading.faults : [];
    if (fault !== undefined) throw new ParityError(fault.code, fault.message, fault.repair);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
