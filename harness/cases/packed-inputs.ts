import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Case, CaseInput } from '../../contract/case.js';

/** The inputs of the first cases, up to this number, are not packed. An ordinary run has fewer cases. */
const MOST_PLAIN = 4000;
/**
 * The number of inputs that are compressed together. A larger number takes less memory; a smaller number is faster to
 * read.
 */
const CHUNK = 32;
/** The maximum number of chunks that stay unpacked. There are several, because parallel lanes run different cases. */
const MOST_UNPACKED = 32;

/**
 * Stores the cases of a large run in little memory. An input takes about two kilobytes. Packed (compressed), it takes a
 * tenth of this. A packed input is unpacked for each use and equals the original input.
 */
export class PackedInputs {
  #plain = 0;
  #chunk: Chunk | undefined;
  /** The chunks that were read last, in the order in which they were read. */
  readonly #unpacked = new Map<Chunk, readonly CaseInput[]>();

  constructor(private readonly mostPlain = MOST_PLAIN) {}

  /** Returns the case, or an equal case with a packed input. */
  stored(made: Case): Case {
    if (this.#plain < this.mostPlain) {
      this.#plain += 1;
      return made;
    }
    const chunk = (this.#chunk ??= new Chunk((read) => this.#inputs(read)));
    const position = chunk.add(made.input);
    if (position === CHUNK - 1) {
      chunk.pack();
      this.#chunk = undefined;
    }
    return packedCase(made, chunk, position);
  }

  #inputs(chunk: Chunk): readonly CaseInput[] {
    const inputs = this.#unpacked.get(chunk) ?? chunk.content();
    this.#unpacked.delete(chunk);
    this.#unpacked.set(chunk, inputs);
    const [oldest] = this.#unpacked.keys();
    if (oldest !== undefined && this.#unpacked.size > MOST_UNPACKED) this.#unpacked.delete(oldest);
    return inputs;
  }
}

/** A copy of the case with the given changes. A packed input stays packed. */
export function changedCase(made: Case, changes: Omit<Partial<Case>, 'input'>): Case {
  return made instanceof PackedCase ? made.changed(changes) : { ...made, ...changes };
}

/**
 * Returns true if the input is unpacked for each use. Each use then gets a new object, so results must not be cached by
 * the identity of the input.
 */
export function isPacked(made: Case): boolean {
  return made instanceof PackedCase;
}

/** A case with a packed input. `input` is an own property, so that a copy of the case has it too. */
class PackedCase {
  readonly #chunk: Chunk;
  readonly #position: number;

  constructor(others: Omit<Case, 'input'>, chunk: Chunk, position: number) {
    this.#chunk = chunk;
    this.#position = position;
    Object.assign(this, others);
    Object.defineProperty(this, 'input', INPUT);
  }

  static inputOf(made: PackedCase): CaseInput | undefined {
    return made.#chunk.inputs()[made.#position];
  }

  changed(changes: Omit<Partial<Case>, 'input'>): Case {
    return packedCase({ ...(this as unknown as Case), ...changes }, this.#chunk, this.#position);
  }
}

function packedCase(made: Case, chunk: Chunk, position: number): Case {
  const { input: _, ...others } = made;
  return new PackedCase(others, chunk, position) as unknown as Case;
}

/** All packed cases share one getter, so that they have the same hidden class in the JavaScript engine. */
const INPUT = {
  enumerable: true,
  get(this: PackedCase): CaseInput | undefined {
    return PackedCase.inputOf(this);
  },
};

class Chunk {
  readonly #added: CaseInput[] = [];
  #packed: Buffer | undefined;

  constructor(private readonly read: (chunk: Chunk) => readonly CaseInput[]) {}

  /** Adds an input and returns its position in the chunk. */
  add(input: CaseInput): number {
    return this.#added.push(input) - 1;
  }

  /** Compresses the inputs as a structured clone. JSON could not represent -0. */
  pack(): void {
    try {
      // The result is copied, because it is a part of a larger buffer.
      this.#packed = Buffer.from(deflateRawSync(serialize(this.#added), { level: 1 }));
      this.#added.length = 0;
    } catch (error) {
      // Inputs that are nested too deeply to be serialised stay unpacked.
      if (!(error instanceof RangeError)) throw error;
    }
  }

  inputs(): readonly CaseInput[] {
    return this.#packed === undefined ? this.#added : this.read(this);
  }

  content(): readonly CaseInput[] {
    return this.#packed === undefined
      ? this.#added
      : (deserialize(inflateRawSync(this.#packed)) as readonly CaseInput[]);
  }
}
