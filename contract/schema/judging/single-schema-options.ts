import type { Dialect } from '../older-dialects.js';
import type { SchemasByUrl } from '../memory-documents.js';

export interface SingleSchemaOptions {
  /** Documents that the schema refers to. */
  readonly remotes?: SchemasByUrl;
  /** Dialect of a schema without `$schema`; 2020-12 by default. */
  readonly dialect?: Dialect;
}
