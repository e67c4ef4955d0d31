import { type ErrorObject, type ValidateFunction, Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import { formatTests } from '../../formats/format-test.js';
import type { Json, JsonObject } from '../../json/json.js';
import { patternTest } from '../../patterns/pattern-matcher.js';
import { addExactKeywords } from './exact-keywords.js';
import { type StepMeter, addStepKeyword } from './step-meter.js';
import { constantsFirst } from './constants-first.js';
import { addUnevaluatedKeywords } from './unevaluated-keywords.js';

// The package is CommonJS and also exports the function as `default`. Node returns the module object, while the types
// describe the
// function.
const { default: addFormats } = addFormatsModule as unknown as { readonly default: FormatsPlugin };

/**
 * The regular expression engine for Ajv: our matcher, which cannot hang on a pattern of a contract. `code` is only used
 * for standalone validators, which we do not generate.
 */
const boundedPattern = Object.assign(
  // Ajv caches patterns by their text.
  (pattern: string) => ({ test: patternTest(pattern), toString: () => `/${pattern}/u` }),
  { code: 'boundedPattern' },
);

/** A compiled schema; returns `undefined` for a valid value. */
export type Validator = (value: Json) => readonly ErrorObject[] | undefined;

/**
 * `decide` stops at the first error without details. `explain-first` returns the first error with details, `explain`
 * all errors.
 */
export type AjvMode = 'decide' | 'explain-first' | 'explain';

/** One Ajv 2020 instance with our options, to which schemas are added as they are needed. */
export class AjvInstance {
  readonly #ajv: Ajv2020;
  readonly #mode: AjvMode;
  #added = 0;

  /** In the explaining modes, errors refer to the schema object that caused them. */
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
      // The schemas are rewritten copies without ids, meta-schemas or defaults.
      meta: false,
      addUsedSchema: false,
      code: { regExp: boundedPattern },
    });
    // Of the formats of ajv-formats only `regex`: some take more than linear time, some differ from their RFC, and some,
    // such as `url`, are not defined by JSON Schema. Every other format is an annotation (Validation §7.2.1).
    addFormats(this.#ajv, ['regex']);
    for (const [format, test] of formatTests()) this.#ajv.addFormat(format, test);
    addStepKeyword(this.#ajv, meter);
    addExactKeywords(this.#ajv);
    addUnevaluatedKeywords(this.#ajv);
  }

  /** Names of the formats that are asserted. */
  formats(): ReadonlySet<string> {
    return new Set(Object.keys(this.#ajv.formats).filter((name) => this.#ajv.formats[name] !== true));
  }

  /**
   * Compiles a schema. `schemas` contains all copies made so far; copies that were added since the last call are
   * registered first. Exceptions of Ajv are passed on.
   */
  compile(key: string, schemas: readonly { readonly key: string; readonly schema: JsonObject }[]): Validator {
    for (const { key: added, schema } of schemas.slice(this.#added))
      this.#ajv.addSchema(this.#mode === 'decide' ? constantsFirst(schema) : schema, added);
    this.#added = schemas.length;
    const validate = this.#ajv.getSchema(key);
    if (validate === undefined) throw new TypeError(`no copy ${key}`);
    return validator(validate);
  }

  /** Compiles a part of a copy. Ajv caches by the identity of the object. */
  compilePart(copy: JsonObject): Validator {
    return validator(this.#ajv.compile(copy));
  }
}

function validator(validate: ValidateFunction): Validator {
  return (value) => (validate(value) ? undefined : (validate.errors ?? []));
}
