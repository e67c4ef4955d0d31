import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';

/**
 * Writes one surface's code from the contract. `project` picks what the generator reads and nothing else: the digest
 * stamped into the files is of that projection, so a change elsewhere in the contract leaves them current.
 */
export interface Generator {
  /** Deterministic, JSON only. */
  project(contract: Contract): Json;
  /**
   * What to write, paths relative to the surface's output folder: the same for the same arguments. `header` is the stamp, without
   * comment marks; `library` leads from the folder of a written file to the hand-written code of the surface, `..` where that is
   * beside it. Without a library the files are complete: they import nothing but each other, Node and packages of the user.
   * `isWritten`: the library is itself what the generator wrote to stand alone.
   */
  render(projection: Json, header: readonly string[], library?: string, isWritten?: boolean): readonly GeneratedFile[];
  /** A file of every hand-written library, where there may be others. */
  readonly handWritten?: string;
}

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
  /** Says nothing of the contract: what lies in the library already is not written again. */
  readonly shared?: true;
}
