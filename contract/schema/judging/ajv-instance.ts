import { type ErrorObject, Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import { formatTests } from '../../formats/format-test.js';
import type { Json, JsonObject } from '../../json/json.js';
import { patternTest } from '../../patterns/pattern-matcher.js';
import { addExactKeywords } from './exact-keywords.js';
import { type StepMeter, addStepKeyword } from './step-meter.js';
import { constantsFirst } from './constants-first.js';
import { addUnevaluatedKeywords } from './unevaluated-keywords.js';

/** OpenAPI 3.1 §4.4 "Data Types" and ajv-formats know these; as JSON Schema formats they annotate, their bounds are not asserted. */
const ANNOTATIONS = ['int32', 'int64', 'float', 'double', 'password', 'binary', 'byte'];

// The package is CommonJS with the function on `default` as well; Node gives the module object, types describe the other.
const { default: addFormats } = addFormatsModule as unknown as { readonly default: FormatsPlugin };

/** Ajv's engine for patterns: ours, which no pattern of a contract can hang. The code for standalone validators is never written. */
const boundedPattern = Object.assign(
  // Ajv keeps patterns by what they read as.
  (pattern: string) => ({ test: patternTest(pattern), toString: () => `/${pattern}/u` }),
  { code: 'boundedPattern' },
);

/** A compiled schema: `undefined` is valid. */
export type Validator = (value: Json) => readonly ErrorObject[] | undefined;

/** `decide`: stops at the first error and explains nothing; `explain-first` explains that error, `explain` every one. */
export type AjvMode = 'decide' | 'explain-first' | 'explain';

/** One Ajv 2020 with our options, told of schemas one by one. */
export class AjvInstance {
  readonly #ajv: Ajv2020;
  readonly #mode: AjvMode;
  #added = 0;

  /** Explained errors have the object that they stem from. */
  constructor(mode: AjvMode, meter: StepMeter) {
    this.#mode = mode;
    const explain = mode !== 'decide';
    this.#ajv = new Ajv2020({
      allErrors: mode === 'explain', verbose: explain, messages: explain, strict: false, ownProperties: true, validateSchema: false, logger: false,
      // Our schemas are rewritten: no ids, no meta-schema, no defaults.
      meta: false, addUsedSchema: false,
      code: { regExp: boundedPattern },
    });
    addFormats(this.#ajv);
    // In place of theirs, of which some take more than linear time and some refuse or accept what the RFC does not.
    for (const [format, test] of formatTests()) this.#ajv.addFormat(format, test);
    for (const format of ANNOTATIONS) this.#ajv.addFormat(format, true);
    addStepKeyword(this.#ajv, meter);
    addExactKeywords(this.#ajv);
    addUnevaluatedKeywords(this.#ajv);
  }

  /** Names of the formats that are asserted. */
  formats(): ReadonlySet<string> {
    return new Set(Object.keys(this.#ajv.formats).filter((name) => this.#ajv.formats[name] !== true));
  }

  /** `schemas` is everything made so far; what is new since the last call is added first. Throws what Ajv throws. */
  compile(key: string, schemas: readonly { readonly key: string; readonly schema: JsonObject }[]): Validator {
    for (const { key: added, schema } of schemas.slice(this.#added)) this.#ajv.addSchema(this.#mode === 'decide' ? constantsFirst(schema) : schema, added);
    this.#added = schemas.length;
    const validate = this.#ajv.getSchema(key);
    if (validate === undefined) throw new TypeError(`no copy ${key}`);
    return (value) => (validate(value) === true ? undefined : (validate.errors ?? []));
  }
}
