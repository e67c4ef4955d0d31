import { ParityError } from '../../contract/parity-error.js';
import { printableText } from '../text/printable.js';

type Reason = readonly [reason: string, repair: string];

const LOCKED: Reason = ['it is not writable', 'Make the folder writable, or pass a different folder with --reports.'];
const FULL: Reason = ['there is no space left', 'Free some space, or pass a different folder with --reports.'];
const NO_FOLDER: Reason = [
  'the path or one of its parents is a file',
  'Pass a folder with --reports, or move the file.',
];
const TAKEN: Reason = [
  'a folder with the name of a report file exists there',
  'Move the folder with this name, or pass a different folder with --reports.',
];

const REASONS: ReadonlyMap<unknown, Reason> = new Map([
  ['EACCES', LOCKED],
  ['EPERM', LOCKED],
  ['EROFS', LOCKED],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['EFBIG', FULL],
  ['ENOTDIR', NO_FOLDER],
  ['EEXIST', NO_FOLDER],
  ['EISDIR', TAKEN],
]);

/** Creates the error for reports that cannot be written, from the error of the file system. */
export function unwritable(folder: string, cause: unknown): ParityError {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const detail = cause instanceof Error ? cause.message : String(cause);
  const [reason, repair] = REASONS.get(code) ?? [printableText(detail, 300), 'Pass a different folder with --reports.'];
  const message = `The reports cannot be written to ${printableText(folder, 500)}: ${reason}.`;
  return new ParityError('reports-unwritable', message, repair, { cause });
}
