import { type ErrorObject, type ValidateFunction, Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import { formatTests } from '../../formats/format-test.js';
import type { Json, JsonObject } from '../../json/json.js';
import { patternTest } from '../../patterns/pattern-matcher.js';
import { addExactKeywords } from './exact-keywords.js';
import { type StepMeter, addStepKeyword } from './step-meter.js';
import { constantsFirst } from './constants-first.js';
import { addUnevaluatedKeywords } from './unevaluated-keywords.js';

// The package is CommonJS, and its function is also its export `default`. At run time, the import is the module object,
// although the types describe it as the function.
const { default: addFormats } = addFormatsModule as unknown as { readonly default: FormatsPlugin };

/**
 * The regular expressions that Ajv uses: those of our matcher, which cannot hang on a pattern of a contract. Ajv reads
 * `code` only for standalone validators, which are not generated here.
 */
const boundedPattern = Object.assign(
  // Ajv caches patterns, so each pattern is compiled once.
  (pattern: string) => ({ test: patternTest(pattern), toString: () => `/${pattern}/u` }),
  { code: 'boundedPattern' },
);

/** Validates a value against a compiled schema. Returns the errors, or `undefined` if the value is valid. */
export type Validator = (value: Json) => readonly ErrorObject[] | undefined;

/**
 * Which errors Ajv returns for an invalid value. `decide`: the first error, without details. `explain-first`: the first
 * error, with details. `explain`: all errors, with details.
 */
export type AjvMode = 'decide' | 'explain-first' | 'explain';

/** One Ajv 2020 instance with our options. Schemas are added to it when they are needed. */
export class AjvInstance {
  readonly #ajv: Ajv2020;
  readonly #mode: AjvMode;
  #added = 0;

  /** Creates an instance. In the modes that explain errors, each error contains the schema object that caused it. */
  constructor(mode: AjvMode, meter: StepMeter) {
    this.#mode = mode;
    const explain = mode !== 'decide';
    this.#ajv = new Ajv2020({
      allErrors: mode === 'explain',
      verbose: explain,
      messages: explain,
      strict: false,
      ownProperties: true,
      validateSchema: false,
      logger: false,
      // No meta-schema is needed, because the schemas are rewritten copies without `$schema`.
      meta: false,
      addUsedSchema: false,
      code: { regExp: boundedPattern },
    });
    // Only the format `regex` of ajv-formats is used. Of its other formats, some take more than linear time, some
    // differ from their RFC, and some, such as `url`, are not part of JSON Schema. Formats without a test are
    // annotations (Validation §7.2.1).
    addFormats(this.#ajv, ['regex']);
    for (const [format, test] of formatTests()) this.#ajv.addFormat(format, test);
    addStepKeyword(this.#ajv, meter);
    addExactKeywords(this.#ajv);
    addUnevaluatedKeywords(this.#ajv);
  }

  /** Names of the formats that validation checks. */
  formats(): ReadonlySet<string> {
    return new Set(Object.keys(this.#ajv.formats).filter((name) => this.#ajv.formats[name] !== true));
  }

  /**
   * Compiles the schema copy with this key. `schemas` contains all copies that were made so far; those that Ajv does
   * not have yet are added first. Exceptions of Ajv are not caught.
   */
  compile(key: string, schemas: readonly { readonly key: string; readonly schema: JsonObject }[]): Validator {
    for (const { key: added, schema } of schemas.slice(this.#added))
      this.#ajv.addSchema(this.#mode === 'decide' ? constantsFirst(schema) : schema, added);
    this.#added = schemas.length;
    const validate = this.#ajv.getSchema(key);
    if (validate === undefined) throw new TypeError(`no copy ${key}`);
    return validator(validate);
  }

  /** Compiles a schema that is a part of a copy. Ajv caches the result for this object. */
  compilePart(copy: JsonObject): Validator {
    return validator(this.#ajv.compile(copy));
  }
}

function validator(validate: ValidateFunction): Validator {
  return (value) => (validate(value) ? undefined : (validate.errors ?? []));
}
