import type { SchemaSource, SchemaViolation } from '../../contract.js';
import type { Json } from '../../json/json.js';
import { MemoryDocuments, type SchemasByUrl } from '../memory-documents.js';
import type { Dialect } from '../older-dialects.js';
import type { SchemaUri } from '../../operation.js';
import { ParityError } from '../../parity-error.js';
import { FaultLog } from '../../document/fault-log.js';
import { checkSchemas } from '../check-schemas.js';
import { createSchemaSource } from './schema-source.js';
import { SchemaReferences } from '../references.js';

export interface SingleSchemaOptions {
  /** Documents that the schema refers to. */
  readonly remotes?: SchemasByUrl;
  /** Dialect of a schema without `$schema`; 2020-12 unless given. */
  readonly dialect?: Dialect;
}

/** Faults that leave a schema without a meaning; any other unusual schema may be intended. */
const UNUSABLE: ReadonlySet<string> = new Set([
  'schema-endless',
  'schema-pattern',
  'reference-dangling',
  'reference-malformed',
  'reference-remote',
]);

/** The URL of a schema without an `$id`; relative references resolve against it. */
const ROOT_URL = 'json-schema:///schema';

/**
 * A JSON Schema outside of any contract. Read when it is first used: one that cannot be used (a reference to nothing, a
 * pattern that does not compile) throws a `ParityError` then.
 */
export class SingleSchema {
  readonly schemas: SchemaSource;
  readonly uri = `${ROOT_URL}#` as SchemaUri;
  readonly #references: SchemaReferences;
  #isChecked = false;

  constructor(schema: Json, { remotes = new Map(), dialect = '2020-12' }: SingleSchemaOptions = {}) {
    const documents = new MemoryDocuments({ url: ROOT_URL, schema }, remotes, dialect);
    this.#references = new SchemaReferences(documents);
    this.schemas = createSchemaSource(this.#references);
  }

  accepts(value: Json): boolean {
    this.check();
    return this.schemas.accepts(this.uri, value);
  }

  validate(value: Json): readonly SchemaViolation[] {
    this.check();
    return this.schemas.validate(this.uri, value);
  }

  /** Throws for what would never end, or could not be compiled. */
  check(): void {
    if (this.#isChecked) return;
    const faults = new FaultLog();
    checkSchemas(this.#references, [this.uri], faults);
    const fault = faults.all().find(({ code }) => UNUSABLE.has(code));
    if (fault !== undefined) throw new ParityError(fault.code, fault.message, fault.repair, { location: fault.location });
    this.#isChecked = true;
  }
}
