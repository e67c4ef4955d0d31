import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';

/**
 * Writes the code of one surface from the contract. `project` selects all data that the generator reads. The digest in
 * the files covers only this projection, so the files stay current if other parts of the contract change.
 */
export interface Generator {
  /**
   * Selects the data that the generator reads from the contract. The result is deterministic and contains only JSON
   * values.
   */
  project(contract: Contract): Json;
  /**
   * The files to write, with paths relative to the output folder of the surface. Deterministic. `header` is the stamp
   * without comment markers. `library` is the path from the folder of a written file to the hand-written code of the
   * surface, for example `..`. Without a library the files are complete: they import only each other, Node and the
   * user's packages. `isWritten`: the generator itself wrote the library.
   */
  render(projection: Json, header: readonly string[], library?: string, isWritten?: boolean): readonly GeneratedFile[];
  /**
   * The path of a file that every hand-written library of this kind has. A folder with this file is a hand-written
   * library. Omitted if no surface of this kind has a library.
   */
  readonly handWritten?: string;
}

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
  /** True if the content does not depend on the contract. The file is not written if the library already has it. */
  readonly shared?: true;
}
