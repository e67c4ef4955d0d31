import type { OperationId } from '../../contract/operation.js';
import type { SourceLocation } from '../../contract/json/source-location.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';

/** The generated files of one surface, compared with the current output of its generator. */
export interface GeneratedSurface {
  readonly surface: string;
  readonly files: readonly ComparedFile[];
  /**
   * Whether the generated files are outdated: their stamp shows that the contract, or another input of the generator,
   * has changed since they were generated.
   */
  readonly stale: boolean;
  /**
   * True if our own generators wrote the files. Each of their files has a stamp with digests of the contract and of the
   * file, by which an outdated file can be distinguished from an edited file. Other generators write no stamps.
   */
  readonly isStamped?: true;
  /**
   * The operations that changed in the contract since the files were generated: their stamps in the files differ from
   * the current ones.
   */
  readonly operations: readonly OperationId[];
}

export interface ComparedFile {
  /** Path of the file, relative to the project's root. */
  readonly path: string;
  readonly wanted?: string;
  readonly found?: string;
  /**
   * Whether nobody has edited the file since its generator wrote it. Absent if the file has no stamp that shows this.
   */
  readonly isAsWritten?: boolean;
}

export const CURRENT: RuleStatement = {
  id: 'freshness/current',
  severity: 'must',
  statement:
    'Generated files equal, byte for byte, the files that their generator writes for the current contract. No file is missing, and there are no other files.',
  source: 'the contract; the stamp at the head of each generated file',
  repair:
    'Run `parity generate` and commit the files that it writes. Make changes in the contract or the generator, not in generated files.',
};

/** Returns at most one violation for each surface, because all outdated files of a surface have the same cause. */
export function checkCurrent(generated: GeneratedSurface): readonly Violation[] {
  const differing = generated.files.filter(({ wanted, found }) => wanted !== found);
  // A file that was edited by hand is shown first, because `parity generate` removes the edit. An outdated file is
  // shown before a file without a stamp, because both probably differ for the same reason.
  const first = differing.find(isEdited) ?? differing.find(({ isAsWritten }) => isAsWritten === true) ?? differing[0];
  if (first === undefined) return [];
  const kind = kindOf(generated, first);
  const difference = firstDifference(first);
  const others = differing.length > 1 ? ` (and ${differing.length - 1} more)` : '';
  return [
    {
      surface: generated.surface,
      pointer: first.path,
      kind,
      message: `${first.path}${others} ${DESCRIPTIONS[kind]}.`,
      expected: difference.wanted,
      received: difference.found,
      blame: 'surface',
      cause: '',
      location: difference.location,
      repair: REPAIRS[kind](first.path),
    },
  ];
}

function isEdited({ wanted, found, isAsWritten }: ComparedFile): boolean {
  return wanted !== undefined && found !== undefined && isAsWritten === false;
}

function kindOf({ stale, isStamped }: GeneratedSurface, file: ComparedFile): keyof typeof REPAIRS {
  if (stale) return isEdited(file) ? 'stale-edited' : 'stale';
  if (file.wanted === undefined) return 'orphan';
  if (file.found === undefined) return 'missing';
  if (isStamped !== true) return 'differing';
  if (file.isAsWritten === undefined) return 'changed';
  return file.isAsWritten ? 'outdated' : 'edited';
}

const REPAIRS = {
  stale: afterGenerate,
  'stale-edited': moveEdit,
  outdated: afterGenerate,
  orphan: (path: string) => `Remove \`${path}\`: the generator no longer writes it.`,
  missing: (path: string) => `Run \`parity generate\` and commit \`${path}\`.`,
  edited: moveEdit,
  changed: moveAnyEdits,
  differing: moveAnyEdits,
} as const;

function afterGenerate(path: string): string {
  return `Run \`parity generate\` and commit \`${path}\` and the other files that it writes.`;
}

function moveEdit(path: string): string {
  return `Move the edit of \`${path}\` into the contract or the generator, then run \`parity generate\`.`;
}

function moveAnyEdits(path: string): string {
  return `Move manual edits into the contract or the generator, then run \`parity generate\` and commit \`${path}\`.`;
}

const DESCRIPTIONS = {
  stale: 'was generated from a different version of the contract',
  'stale-edited': 'was generated from a different version of the contract, and was edited by hand',
  outdated: 'was written by a different version of the generator: neither the contract nor the file changed since',
  orphan: 'is no longer written by the generator',
  missing: 'is missing, although the generator writes it',
  edited: 'differs from what the generator writes: the file was edited by hand',
  changed: 'differs from what the generator writes: the file was edited by hand, or the generator changed',
  differing:
    'differs from what the generator writes now: the contract or the generator changed, or the file was edited by hand',
} as const;

interface FirstDifference {
  readonly wanted: string;
  readonly found: string;
  readonly location: SourceLocation;
}

/**
 * The first line in which the generated and the found file differ. Lines of the stamp count only if no other line
 * differs.
 */
function firstDifference({ path, wanted, found }: ComparedFile): FirstDifference {
  if (wanted === undefined || found === undefined) {
    return {
      wanted: wanted === undefined ? '(no file)' : '(a file)',
      found: found === undefined ? '(no file)' : '(a file)',
      location: { file: path, line: 1, column: 1, pointer: '' },
    };
  }
  const [left, right] = [wanted.split('\n'), found.split('\n')];
  const differing = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index).filter(
    (index) => left[index] !== right[index],
  );
  const isStamp = (line: string | undefined): boolean =>
    /(?:(?:digest|content): sha256:|operation: \S+ [0-9a-f]{12}$)/.test(line ?? '');
  const index = differing.find((line) => !isStamp(left[line]) || !isStamp(right[line])) ?? differing[0] ?? 0;
  return {
    wanted: left[index] ?? '(end of file)',
    found: right[index] ?? '(end of file)',
    location: { file: path, line: index + 1, column: 1, pointer: '' },
  };
}
