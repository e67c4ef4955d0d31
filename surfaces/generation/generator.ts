import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';

/**
 * Writes the code of one surface from the contract. `project` selects the data that the generator reads. The generated
 * files contain a digest of only this data, so a change to another part of the contract does not make them out of date.
 */
export interface Generator {
  /**
   * Selects the data that the generator reads from the contract. The result is deterministic and contains only JSON
   * values.
   */
  project(contract: Contract): Json;
  /**
   * Returns the files to write. Equal arguments give equal files. Paths are relative to the output folder of the
   * surface. `header`: the lines of the comment at the start of each file. `library`: the path from the folder of a
   * file to the hand-written code of the surface, such as `..`. Without a library, the files import only each other,
   * Node and the user's packages. `isWritten`: true if the generator itself wrote the library.
   */
  render(projection: Json, header: readonly string[], library?: string, isWritten?: boolean): readonly GeneratedFile[];
  /**
   * The path of a file that is in every hand-written library of this kind of surface. A folder that contains this file
   * is such a library. Omitted if this kind of surface never has a library.
   */
  readonly handWritten?: string;
}

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
  /** True if the content is the same for every contract. The file is not written if the library already has it. */
  readonly shared?: true;
}
