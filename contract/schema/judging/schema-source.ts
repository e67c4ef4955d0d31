import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Direction, DynamicScope, SchemaValidator, SchemaSource, SchemaViolation } from '../../contract.js';
import type { Json, JsonSchema } from '../../json/json.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { SchemaUri } from '../../operation.js';
import { ParityError } from '../../parity-error.js';
import { type Place, placeLocation, placeUri } from '../../document/place.js';
import type { SourceLocation } from '../../json/source-location.js';
import { AjvInstance, type Validator } from './ajv-instance.js';
import { UndecidedMatch, UndecidedValue } from '../../patterns/undecided-match.js';
import { hasManyNodes } from '../../json/json-bounds.js';
import { violationCauses } from './violation-causes.js';
import { type HiddenNames, SchemaCopies } from './copies.js';
import { hiddenMembers, reachesMark } from '../schema-direction.js';
import { schemaViolation } from './violations.js';
import { enterResource } from '../scope.js';
import { MOST_EXPLAINING_STEPS, StepMeter } from './step-meter.js';
import { isSchema, referenceError, type SchemaReferences } from '../references.js';

/** Provides the schemas of a set of documents. Each schema is compiled on first use. */
export function createSchemaSource(references: SchemaReferences): SchemaSource {
  return new DocumentSchemas(references);
}

/**
 * Limits for explaining all errors of a value: the size of the value, and the number of its errors. Beyond them, only
 * the first error is explained, because explanations take time.
 */
const MOST_EXPLAINED_NODES = 10_000;
const MOST_ERRORS = 1000;
/**
 * The number of validation steps that one error costs. Errors are compared with each other later, which takes time too.
 */
const STEPS_OF_ERROR = 20;

/**
 * The violation for a value that is nested too deeply for the call stack (a `RangeError`). Any other error is thrown
 * again.
 */
function tooDeep(uri: SchemaUri, error: unknown): SchemaViolation {
  if (!(error instanceof RangeError)) throw error;
  return { keyword: 'depth', pointer: '', schema: uri, message: 'is nested too deeply to be validated' };
}

class DocumentSchemas implements SchemaSource {
  readonly #references: SchemaReferences;
  readonly #copies: SchemaCopies;
  readonly #meter: StepMeter;
  readonly #deciding: AjvInstance;
  readonly #explaining: AjvInstance;
  /** The Ajv instance that explains only the first error, for values that may have many errors. */
  readonly #explainingFirst: AjvInstance;
  readonly #deciders = new Map<SchemaUri, Validator>();
  readonly #explainers = new Map<SchemaUri, Validator>();
  readonly #firstExplainers = new Map<SchemaUri, Validator>();
  readonly #resolved = new Map<string, SchemaUri>();
  /**
   * Caches the places of addresses. Addresses that do not exist are not cached, so the cache never has more entries
   * than the documents have places.
   */
  readonly #places = new Map<SchemaUri, Place>();

  readonly #judges = new Map<Direction, SchemaValidator>();

  /**
   * Creates a source of schemas. `hidden` returns the members to which `required` does not apply; by default, there are
   * none.
   */
  constructor(references: SchemaReferences, hidden?: HiddenNames, meter = new StepMeter()) {
    this.#references = references;
    this.#meter = meter;
    this.#deciding = new AjvInstance('decide', meter);
    this.#explaining = new AjvInstance('explain', meter);
    this.#explainingFirst = new AjvInstance('explain-first', meter);
    this.#copies = new SchemaCopies(this.#references, this.#deciding.formats(), hidden);
  }

  forDirection(direction: Direction): SchemaValidator {
    const judge = this.#judges.get(direction) ?? this.#judgeTowards(direction);
    this.#judges.set(direction, judge);
    return judge;
  }

  #judgeTowards(direction: Direction): SchemaValidator {
    const relaxed = new DocumentSchemas(this.#references, (uri) => hiddenMembers(this, uri, direction), this.#meter);
    const marked = new Map<SchemaUri, boolean>();
    const judgeOf = (uri: SchemaUri): SchemaValidator => {
      const isMarked = marked.get(uri) ?? reachesMark(this, uri, direction);
      marked.set(uri, isMarked);
      return isMarked ? relaxed : this;
    };
    return {
      accepts: (uri, value) => this.accepts(uri, value) || judgeOf(uri).accepts(uri, value),
      validate: (uri, value) => (this.accepts(uri, value) ? [] : judgeOf(uri).validate(uri, value)),
    };
  }

  get steps(): number {
    return this.#meter.taken;
  }

  at(uri: SchemaUri): JsonSchema {
    return this.#place(uri).value as JsonSchema;
  }

  resolve(base: SchemaUri, reference: string): SchemaUri {
    const key = `${base} ${reference}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const reading = this.#references.resolve(this.#place(base), reference);
    if (reading.kind === 'faults') throw referenceError('schema-unresolved', reading.faults);
    const uri = placeUri(reading.place);
    this.#resolved.set(key, uri);
    return uri;
  }

  resolveDynamic(base: SchemaUri, reference: string, scope: DynamicScope): SchemaUri {
    const reading = this.#references.resolve(this.#place(base), reference);
    if (reading.kind === 'faults') throw referenceError('schema-unresolved', reading.faults);
    return (reading.dynamic === undefined ? undefined : scope.get(reading.dynamic)) ?? placeUri(reading.place);
  }

  enter(scope: DynamicScope, uri: SchemaUri): DynamicScope {
    return enterResource(scope, this.#references.resource(this.#place(uri)));
  }

  child(uri: SchemaUri, ...tokens: readonly (string | number)[]): SchemaUri {
    return joinPointer(uri, ...tokens) as SchemaUri;
  }

  accepts(uri: SchemaUri, value: Json): boolean {
    const decide = this.#deciders.get(uri) ?? this.#compile(this.#deciding, this.#deciders, uri);
    this.#meter.begin();
    try {
      return decide(value) === undefined;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  validate(uri: SchemaUri, value: Json): readonly SchemaViolation[] {
    if (this.accepts(uri, value)) return [];
    this.#meter.begin(MOST_EXPLAINING_STEPS);
    try {
      return violationCauses(
        this.#explain((ajv) => this.#explainer(ajv, uri), value),
        value,
        (copy, part) => this.#explain((ajv) => ajv.compilePart(copy), part),
        this.#copies,
      );
    } catch (error) {
      if (error instanceof UndecidedMatch) return this.#first(uri, value);
      return [tooDeep(uri, error)];
    }
  }

  /**
   * Explains only the first error of a value. It is used if explaining all errors exceeds the step limit. It takes
   * about as many steps as finding out whether the value is valid.
   */
  #first(uri: SchemaUri, value: Json): readonly SchemaViolation[] {
    this.#meter.begin();
    try {
      // The last error belongs to the keyword that failed. The errors before it belong to the alternatives of this
      // keyword.
      return (this.#explainer(this.#explainingFirst, uri)(value) ?? [])
        .slice(-1)
        .map((error) => schemaViolation(error, this.#copies));
    } catch (error) {
      if (error instanceof UndecidedMatch) throw this.#undecided(uri, error);
      return [tooDeep(uri, error)];
    }
  }

  locate(uri: SchemaUri): SourceLocation {
    // The address may name a keyword or a member that does not exist in the document. The nearest enclosing address
    // that exists is used.
    for (let address: string = uri; address.includes('/'); address = address.slice(0, address.lastIndexOf('/'))) {
      const place = this.#references.place(address as SchemaUri);
      if (place !== undefined) return placeLocation(place);
    }
    return placeLocation(this.#place(uri));
  }

  #undecided(uri: SchemaUri, cause: UndecidedMatch): ParityError {
    const repair =
      cause instanceof UndecidedValue
        ? 'Give each recursive alternative a required member with a constant that no other alternative has.'
        : 'Rewrite the pattern without backreferences and without nested repetitions, so that a text can match in one way only.';
    return new ParityError(
      'pattern-undecided',
      `the validation of a value against ${uri} was not decided: ${cause.message}`,
      repair,
      {
        cause,
        location: placeLocation(this.#place(uri)),
      },
    );
  }

  #explain(compiled: (ajv: AjvInstance) => Validator, value: Json): readonly ErrorObject[] {
    const isLarge = hasManyNodes(value, MOST_EXPLAINED_NODES);
    const errors = isLarge ? undefined : (compiled(this.#explaining)(value) ?? []);
    this.#meter.take(STEPS_OF_ERROR * (errors?.length ?? 0));
    if (errors !== undefined && errors.length <= MOST_ERRORS) return errors;
    return compiled(this.#explainingFirst)(value) ?? [];
  }

  #explainer(ajv: AjvInstance, uri: SchemaUri): Validator {
    const cache = ajv === this.#explaining ? this.#explainers : this.#firstExplainers;
    return cache.get(uri) ?? this.#compile(ajv, cache, uri);
  }

  #place(uri: SchemaUri): Place {
    const known = this.#places.get(uri);
    if (known !== undefined) return known;
    const place = this.#references.place(uri);
    if (place !== undefined && isSchema(place.value)) {
      this.#places.set(uri, place);
      return place;
    }
    throw new ParityError(
      'schema-unresolved',
      `there is no schema at ${uri}`,
      'Pass the address of a schema of this contract.',
    );
  }

  #compile(ajv: AjvInstance, cache: Map<SchemaUri, Validator>, uri: SchemaUri): Validator {
    const place = this.#place(uri);
    try {
      const validator = ajv.compile(this.#copies.keyFor(place), this.#copies.made);
      cache.set(uri, validator);
      return validator;
    } catch (error) {
      if (error instanceof ParityError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ParityError(
        'schema-unusable',
        `the schema at ${uri} cannot be used: ${reason}`,
        'Correct the schema at this address.',
        {
          cause: error,
          location: placeLocation(place),
        },
      );
    }
  }
}
