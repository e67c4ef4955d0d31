import type { Dialect } from '../older-dialects.js';
import type { SchemasByUrl } from '../memory-documents.js';

export interface SingleSchemaOptions {
  /** Documents to which the schema refers, by URL. */
  readonly remotes?: SchemasByUrl;
  /** Dialect of a schema without `$schema`; 2020-12 by default. */
  readonly dialect?: Dialect;
}
