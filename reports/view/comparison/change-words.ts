import type { ChangeReason, Report } from '../../report.js';
import { counted } from '../../text/amounts.js';

/** The maximum number of names that are listed. Further names are only counted. */
const MAX_NAMES = 6;

/**
 * One sentence for each change since the earlier revision, which names the operations that were checked because of it.
 * Empty if the run did not select its operations by changes.
 */
export function changeSentences({ header }: Report): readonly string[] {
  return (header.scope?.changed?.reasons ?? []).map(changeSentence);
}

/** Describes a change, for example `cli/main.ts → every operation of cli: the file is run`. */
export function changeSentence({ subjects, reason, surfaces, operations }: ChangeReason): string {
  return `${names(subjects)} → ${chosen(surfaces, operations)}: ${reason}`;
}

function chosen(surfaces: ChangeReason['surfaces'], operations: ChangeReason['operations']): string {
  if (operations?.length === 0 || surfaces?.length === 0) return 'none';
  const what = operations === undefined ? 'every operation' : names(operations);
  return surfaces === undefined ? what : `${what} on ${names(surfaces)}`;
}

function names(all: readonly string[]): string {
  const shown = all.slice(0, MAX_NAMES).join(', ');
  return all.length > MAX_NAMES ? `${shown} and ${counted(all.length - MAX_NAMES, 'more', 'more')}` : shown;
}
