import type { SchemaSource } from '../contract.js';
import type { Json } from '../json.js';
import { MemoryDocuments, type SchemasByUrl } from '../memory-documents.js';
import type { Dialect } from '../older-dialects.js';
import type { SchemaUri } from '../operation.js';
import { ParityError } from '../parity-error.js';
import { FaultLog } from '../reading/fault-log.js';
import { checkSchemas } from '../schema-source-check.js';
import { createSchemaSource } from '../schema-source.js';
import { SchemaReferences } from '../schema-source-references.js';
import { BoundaryValues } from './boundary-values.js';
import { type InvalidValue, invalidSchemaValues } from './invalid-schema-values.js';
import { Random } from './random.js';
import type { Direction } from './schema-node.js';
import { type Satisfiability, satisfiability } from './satisfiability.js';
import { ValueSource } from './value-source.js';

export interface SchemaOptions {
  /** Documents that the schema refers to. */
  readonly remotes?: SchemasByUrl;
  /** What a schema without `$schema` is written in; 2020-12 if not said. */
  readonly dialect?: Dialect;
  /** Requests leave `readOnly` members out, responses `writeOnly` ones; a request if not said. */
  readonly direction?: Direction;
}

/** Faults without a meaning that values could be made for; what else is odd about a schema its author may have meant. */
const UNUSABLE: ReadonlySet<string> = new Set([
  'schema-endless',
  'schema-pattern',
  'reference-dangling',
  'reference-malformed',
  'reference-remote',
]);

/** The URL of a schema that says none itself; relative references resolve against it. */
const ROOT_URL = 'json-schema:///schema';

/**
 * Values for a JSON Schema by itself. Nothing is judged before it is asked for; a schema that cannot be used (a reference
 * that leads nowhere, a pattern that does not compile) throws a `ParityError` then.
 */
export class SchemaCases {
  readonly schemas: SchemaSource;
  readonly uri = `${ROOT_URL}#` as SchemaUri;
  readonly source: ValueSource;
  private readonly references: SchemaReferences;
  private isChecked = false;

  constructor(schema: Json, { remotes = new Map(), dialect = '2020-12', direction = 'request' }: SchemaOptions = {}) {
    const documents = new MemoryDocuments({ url: ROOT_URL, schema }, remotes, dialect);
    this.references = new SchemaReferences(documents);
    this.schemas = createSchemaSource(this.references);
    this.source = new ValueSource(this.schemas, direction, 'as-written');
  }

  accepts(value: Json): boolean {
    this.check();
    return this.schemas.accepts(this.uri, value);
  }

  /** The valid value of that number; `undefined` where none was found in a bounded number of tries. */
  valid(seed: number, index: number): Json | undefined {
    this.check();
    return this.source.valid(this.uri, Random.of(seed, 'valid', index), (value) => this.accepts(value));
  }

  /** The values at the edges, the plainest first. */
  edges(): readonly Json[] {
    this.check();
    return new BoundaryValues(this.source).of(this.source.node(this.uri)).filter((value) => this.accepts(value));
  }

  /** Up to `limit` different values, each of which breaks one constraint. */
  invalid(seed: number, limit: number): readonly InvalidValue[] {
    return invalidSchemaValues(this.schemas, this.source, this.uri, seed, limit);
  }

  /** Whether there is any value, proven either way, or left undecided after a counted number of attempts. */
  satisfiability(): Satisfiability {
    this.check();
    return satisfiability(this.schemas, this.source, this.uri);
  }

  /** Throws for what would never end, or could not be compiled, before anything is made of it. */
  private check(): void {
    if (this.isChecked) return;
    const faults = new FaultLog();
    checkSchemas(this.references, [this.uri], faults);
    const fault = faults.all().find(({ code }) => UNUSABLE.has(code));
    if (fault !== undefined) throw new ParityError(fault.code, fault.message, fault.repair, { location: fault.location });
    this.isChecked = true;
  }
}
