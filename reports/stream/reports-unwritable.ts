import { ParityError } from '../../contract/parity-error.js';
import { printableText } from '../text/printable.js';

type Reason = readonly [reason: string, repair: string];

const LOCKED: Reason = ['it is not writable', 'Make it writable, or name another folder with --reports.'];
const FULL: Reason = ['there is no space left', 'Free some space, or name another folder with --reports.'];
const NO_FOLDER: Reason = ['it, or a folder above it, is a file', 'Name a folder with --reports, or move the file away.'];
const TAKEN: Reason = ['a folder has the name of one of the files', 'Move that folder away, or name another one with --reports.'];

const REASONS: ReadonlyMap<unknown, Reason> = new Map([
  ['EACCES', LOCKED], ['EPERM', LOCKED], ['EROFS', LOCKED],
  ['ENOSPC', FULL], ['EDQUOT', FULL], ['EFBIG', FULL],
  ['ENOTDIR', NO_FOLDER], ['EEXIST', NO_FOLDER],
  ['EISDIR', TAKEN],
]);

/** Why reports cannot be written, from the error of the file system. */
export function unwritable(folder: string, cause: unknown): ParityError {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const detail = cause instanceof Error ? cause.message : String(cause);
  const [reason, repair] = REASONS.get(code) ?? [printableText(detail, 300), 'Name another folder with --reports.'];
  const message = `The reports cannot be written to ${printableText(folder, 500)}: ${reason}.`;
  return new ParityError('reports-unwritable', message, repair, { cause });
}
