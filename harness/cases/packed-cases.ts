import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Case, CaseInput } from '../../contract/case.js';

/** The first cases, up to this number, are not packed. An ordinary run has fewer cases. */
const MOST_PLAIN = 4000;
/**
 * The number of inputs that are compressed together. A larger number takes less memory; a smaller number is faster to
 * read.
 */
const CHUNK = 64;
/** The maximum number of chunks that stay unpacked. There are several, because parallel lanes run different cases. */
const MOST_UNPACKED = 16;
/** A name that equals the text of a number with at most this many digits. */
const NUMBER = /^(?:0|[1-9]\d{0,8})$/;

/**
 * Stores the cases of a large run in little memory. A case with its input takes about two kilobytes. Packed, it takes
 * less than a tenth of this: its input is compressed, its id is made from its other members, and cases with equal other
 * members share them. Each use of a packed case gets a new input, which equals the original.
 */
export class PackedCases {
  #plain = 0;
  #chunk: Chunk | undefined;
  readonly #shared: Shared['all'] = new Map();
  /** The chunks that were read last, in the order in which they were read. */
  readonly #unpacked = new Map<Chunk, readonly CaseInput[]>();

  constructor(private readonly mostPlain = MOST_PLAIN) {}

  /** Returns the case, or an equal packed case. */
  stored(made: Case): Case {
    if (this.#plain < this.mostPlain || made.id !== idOf(made.operation, made.provenance)) {
      this.#plain += 1;
      return made;
    }
    const { id: _id, input, provenance, ...others } = made;
    const { kind, name } = provenance;
    const chunk = (this.#chunk ??= new Chunk((read) => this.#inputs(read)));
    const position = chunk.add(input, NUMBER.test(name) ? Number(name) : name);
    if (position === CHUNK - 1) {
      chunk.pack();
      this.#chunk = undefined;
    }
    return packedCase(sharedOf(this.#shared, kind, others), chunk, position);
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

/** A copy of the case with the given changes. A packed case stays packed. */
export function changedCase(made: Case, changes: Changes): Case {
  return made instanceof PackedCase ? made.changed(changes) : { ...made, ...changes };
}

/**
 * Returns true if the input is unpacked for each use. Each use then gets a new object, so results must not be cached by
 * the identity of the input.
 */
export function isPacked(made: Case): boolean {
  return made instanceof PackedCase;
}

type Changes = Omit<Partial<Case>, 'id' | 'input' | 'provenance'>;

/** The members of a packed case, except those that differ in each case. Cases with equal members share the object. */
interface Shared {
  readonly kind: Case['provenance']['kind'];
  readonly others: Omit<Case, 'id' | 'input' | 'provenance'>;
  /** All of these objects, by their content. */
  readonly all: Map<string, Shared>;
}

function sharedOf(all: Shared['all'], kind: Shared['kind'], others: Shared['others']): Shared {
  const key = JSON.stringify([kind, others]);
  const shared = all.get(key) ?? { kind, others, all };
  all.set(key, shared);
  return shared;
}

function idOf(operation: Case['operation'], { kind, name }: Case['provenance']): string {
  return `${operation}/${kind}/${name}`;
}

/**
 * A packed case. Its members are own properties, so that a copy of the case has them too. All of them are getters: the
 * JavaScript engine stores getters once for all objects with the same properties.
 */
class PackedCase {
  readonly #shared: Shared;
  readonly #chunk: Chunk;
  readonly #position: number;

  constructor(shared: Shared, chunk: Chunk, position: number) {
    this.#shared = shared;
    this.#chunk = chunk;
    this.#position = position;
    for (const member of OWN) Object.defineProperty(this, member, getter(member));
    for (const member in shared.others) Object.defineProperty(this, member, getter(member));
  }

  static member(made: PackedCase, member: string): unknown {
    const { kind, others } = made.#shared;
    switch (member) {
      case 'input':
        return made.#chunk.inputs()[made.#position];
      case 'provenance':
        return { kind, name: made.#chunk.name(made.#position) };
      case 'id':
        return idOf(others.operation, { kind, name: made.#chunk.name(made.#position) });
      default:
        return others[member as keyof Shared['others']];
    }
  }

  changed(changes: Changes): Case {
    const { kind, others, all } = this.#shared;
    const changed = { ...others, ...changes };
    // Setup calls differ in each case, so that looking for equal ones would only cost memory.
    const shared = changes.setup === undefined ? sharedOf(all, kind, changed) : { kind, others: changed, all };
    return packedCase(shared, this.#chunk, this.#position);
  }
}

/** The members that differ in each case. */
const OWN = ['id', 'input', 'provenance'] as const;

const getters = new Map<string, PropertyDescriptor>();

/** Packed cases share the getter of a member, so that they have the same hidden class in the JavaScript engine. */
function getter(member: string): PropertyDescriptor {
  const known = getters.get(member) ?? {
    enumerable: true,
    get(this: PackedCase): unknown {
      return PackedCase.member(this, member);
    },
  };
  getters.set(member, known);
  return known;
}

function packedCase(...parts: ConstructorParameters<typeof PackedCase>): Case {
  return new PackedCase(...parts) as unknown as Case;
}

/** Inputs that are compressed together, and the names of their cases. */
class Chunk {
  readonly #added: CaseInput[] = [];
  #packed: Uint8Array | undefined;
  /** The names of the cases. If they are consecutive numbers, only the first of them. */
  #names: (string | number)[] = [];

  constructor(private readonly read: (chunk: Chunk) => readonly CaseInput[]) {}

  /** Adds a case and returns its position in the chunk. */
  add(input: CaseInput, name: string | number): number {
    this.#names.push(name);
    return this.#added.push(input) - 1;
  }

  name(position: number): string {
    return String(this.#names[position] ?? Number(this.#names[0]) + position);
  }

  /** Compresses the content. The inputs become a structured clone, because JSON could not represent -0. */
  pack(): void {
    const [first] = this.#names;
    if (this.#names.every((name, position) => typeof first === 'number' && name === first + position))
      this.#names = this.#names.slice(0, 1);
    try {
      // The result is copied, because it is a part of a larger buffer.
      this.#packed = new Uint8Array(deflateRawSync(serialize(this.#added), { level: 1 }));
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
