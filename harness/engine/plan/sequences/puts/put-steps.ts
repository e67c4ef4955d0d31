import type { Case, CaseInput } from '../../../../../contract/case.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { acceptedCases, withoutOptions } from '../../planned/accepted-cases.js';
import { Steps } from '../../planned/planned-sequence.js';
import { neededTag } from '../../planned/conditions.js';

type Path = NonNullable<CaseInput['path']>;

/** The steps of one sequence of items that a PUT creates. Each method takes the path of the item. */
export class PutSteps extends Steps {
  constructor(
    name: string,
    private readonly maker: CaseMaker,
    private readonly put: Operation,
    private readonly reading: Operation,
  ) {
    super(name);
  }

  /** Adds a PUT. If an earlier step stored the item, and the PUT needs its current tag, the last read gives the tag. */
  addPut(input: CaseInput, path: Path): void {
    const isNew = this.lastAt(this.put, path) === undefined || input.header?.['If-None-Match'] !== undefined;
    const tag = isNew ? {} : neededTag(this, this.put, this.reading, path);
    this.add(this.put, { input: { ...input, path } }, { expect: { kind: 'answered' }, ...tag });
  }

  /** Adds a change of an item that an earlier step stored, with its current tag if the change needs one. */
  addChange(operation: Operation, input: CaseInput, path: Path, more: Partial<Case> = {}): void {
    const isNew = operation === this.put && this.lastAt(this.put, path) === undefined;
    const tag = isNew || more.raw !== undefined ? {} : neededTag(this, operation, this.reading, path);
    const call = { expect: { kind: 'answered' }, ...tag, ...more } as const;
    this.add(operation, { input: { ...withoutOptions(operation, input), path } }, call);
  }

  /** Adds the simplest call of an operation for the item, such as its removal. */
  addSimplest(operation: Operation, path: Path): void {
    const [simplest] = acceptedCases(this.maker, operation, 'accepted-or-absent');
    this.addChange(operation, simplest?.input ?? {}, path);
  }

  /** Adds a read of the item, and returns its id. */
  addRead(path: Path, more: Partial<Case> = {}): string {
    const [simplest] = acceptedCases(this.maker, this.reading, 'accepted-or-absent');
    const input = { ...withoutOptions(this.reading, simplest?.input ?? {}), path };
    return this.add(this.reading, { input }, { expect: { kind: 'accepted-or-absent' }, ...more });
  }
}
