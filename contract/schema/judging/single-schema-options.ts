import type { Dialect } from '../older-dialects.js';
import type { SchemasByUrl } from '../memory-documents.js';

export interface SingleSchemaOptions {
  /** Documents to which the schema may refer, by their URL. */
  readonly remotes?: SchemasByUrl;
  /** Dialect of a schema that does not state one in `$schema`. By default, it is 2020-12. */
  readonly dialect?: Dialect;
}
