import type { ContractFault, SchemaSource, SchemaViolation } from '../../contract.js';
import type { Json } from '../../json/json.js';
import { MemoryDocuments } from '../memory-documents.js';
import type { SchemaUri } from '../../operation.js';
import { ParityError } from '../../parity-error.js';
import { FaultLog } from '../../document/fault-log.js';
import { checkSchemas } from '../check-schemas.js';
import { createSchemaSource } from './schema-source.js';
import { SchemaReferences } from '../references.js';
import type { SingleSchemaOptions } from './single-schema-options.js';

/** Faults that make a schema unusable. Other faults are ignored, because the author may have intended them. */
const UNUSABLE: ReadonlySet<string> = new Set([
  'schema-endless',
  'schema-pattern',
  'reference-dangling',
  'reference-malformed',
  'reference-remote',
]);

/** The URL of a schema without `$id`. Its relative references are resolved against this URL. */
const ROOT_URL = 'json-schema:///schema';

/**
 * A JSON Schema that is not part of a contract. The schema is checked on first use. If the schema cannot be used, for
 * example because a reference does not resolve, a `ParityError` is thrown.
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

  /** All faults of the schema, including faults that do not prevent its use. */
  faults(): readonly ContractFault[] {
    const faults = new FaultLog();
    checkSchemas(this.#references, [this.uri], faults);
    return faults.all();
  }

  /** Throws if the schema cannot be compiled, or if its validation would never end. */
  check(): void {
    if (this.#isChecked) return;
    const fault = this.faults().find(({ code }) => UNUSABLE.has(code));
    if (fault !== undefined)
      throw new ParityError(fault.code, fault.message, fault.repair, { location: fault.location });
    this.#isChecked = true;
  }
}
