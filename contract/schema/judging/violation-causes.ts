import type { ErrorObject } from 'ajv/dist/2020.js';
import type { SchemaViolation } from '../../contract.js';
import type { Json, JsonObject } from '../../json/json.js';
import { joinPointer, pointerTokens, valueAt } from '../../json/json-pointer.js';
import type { SchemaCopies } from './copies.js';
import { errorOrigin, schemaViolation } from './violations.js';

/**
 * Returns the errors that Ajv finds in a value, by a schema copy; empty for a valid value. The schema is a copy and not
 * an address: in the copy of an alternative, `required` already ignores the hidden members of the whole schema.
 */
export type Explain = (copy: JsonObject, value: Json) => readonly ErrorObject[];

/**
 * Reduces Ajv's errors so that one fault is one violation:
 * - Errors inside the alternatives of `anyOf`, `oneOf` and `contains` are removed.
 * - If only one alternative of an `anyOf` or `oneOf` accepts the type and the discriminator of the value, its
 *   violations replace the violation of the `anyOf` or `oneOf`.
 * - The violations of the schema in `unevaluatedProperties` or `unevaluatedItems` replace the violation of this
 *   keyword.
 */
export function violationCauses(
  errors: readonly ErrorObject[],
  value: Json,
  explain: Explain,
  copies: SchemaCopies,
): readonly SchemaViolation[] {
  return new CauseFinder(explain, copies).causes(errors, value).map(({ violation }) => violation);
}

interface Cause {
  readonly violation: SchemaViolation;
  /**
   * Whether the violation shows that the schema is meant for other values: it is about the type or the discriminator of
   * the value.
   */
  readonly refusesKind: boolean;
}

/** The result of validating one part of the value against one subschema. */
interface Trial {
  /**
   * JSON Pointer to the validated part, relative to the value to which the keyword applies. Empty for `anyOf` and
   * `oneOf`; `/0` for the first item of an array with `contains`.
   */
  readonly pointer: string;
  readonly errors: readonly ErrorObject[];
  readonly causes: readonly Cause[];
}

class CauseFinder {
  readonly #explain: Explain;
  readonly #copies: SchemaCopies;

  constructor(explain: Explain, copies: SchemaCopies) {
    this.#explain = explain;
    this.#copies = copies;
  }

  causes(errors: readonly ErrorObject[], value: Json): readonly Cause[] {
    const rest = withoutConsequences(errors);
    const causes: (readonly Cause[])[] = [];
    // Ajv reports `anyOf`, `oneOf` and `contains` after the errors of their alternatives, so the last error is never
    // inside an alternative.
    for (let error = rest.pop(); error !== undefined; error = rest.pop()) {
      // For `if` and `propertyNames`, Ajv also reports the errors of the subschema, which are sufficient.
      if (error.keyword !== 'if' && error.keyword !== 'propertyNames') causes.push(this.#causesOf(error, rest, value));
    }
    return causes.toReversed().flat();
  }

  #causesOf(error: ErrorObject, rest: ErrorObject[], value: Json): readonly Cause[] {
    const trials = this.#trials(error, value);
    this.#dropTried(rest, error.instancePath, trials);
    const meant = meantTrial(error.keyword, trials);
    if (meant === undefined) {
      const allRefuse = error.instancePath === '' && trials.length > 0 && trials.every(refusesKind);
      return [{ violation: schemaViolation(error, this.#copies), refusesKind: allRefuse || isRefusal(error) }];
    }
    return meant.causes.map(({ violation }) => {
      const pointer = `${error.instancePath}${meant.pointer}${violation.pointer}`;
      return { violation: { ...violation, pointer }, refusesKind: false };
    });
  }

  #trials(error: ErrorObject, value: Json): readonly Trial[] {
    const part = valueAt(value, error.instancePath);
    if (part === undefined) return [];
    // In Ajv's mode `verbose`, `error.schema` is the value of the keyword in the copy.
    const applied: unknown = error.schema;
    if (error.keyword === 'contains' && Array.isArray(part)) {
      return (part as readonly Json[]).map((item, index) => this.#trial(applied as JsonObject, `/${index}`, item));
    }
    const unevaluated: unknown = error.params['unevaluated'];
    if (typeof unevaluated === 'string' || typeof unevaluated === 'number') {
      const pointer = joinPointer('', unevaluated);
      const refused = valueAt(part, pointer);
      return refused === undefined || applied === false ? [] : [this.#trial(applied as JsonObject, pointer, refused)];
    }
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') return [];
    return (applied as readonly JsonObject[]).map((alternative) => this.#trial(alternative, '', part));
  }

  #trial(copy: JsonObject, pointer: string, value: Json): Trial {
    const errors = this.#explain(copy, value);
    return { pointer, errors, causes: this.causes(errors, value) };
  }

  /** Removes the errors of the subschemas that were tried. Ajv adds these errors at the end of `rest`. */
  #dropTried(rest: ErrorObject[], pointer: string, trials: readonly Trial[]): void {
    const tried = new Set(
      trials.flatMap((trial) => trial.errors.map((error) => this.#signature(error, `${pointer}${trial.pointer}`))),
    );
    for (let last = rest.at(-1); last !== undefined && tried.has(this.#signature(last, '')); last = rest.at(-1))
      rest.pop();
  }

  #signature(error: ErrorObject, prefix: string): string {
    return JSON.stringify([
      errorOrigin(error, this.#copies).uri,
      error.keyword,
      prefix + error.instancePath,
      error.params,
    ]);
  }
}

/**
 * The alternative for which the value is probably intended: the only one that accepts its type and discriminator.
 * `undefined` if there is no such alternative, or more than one.
 */
function meantTrial(keyword: string, trials: readonly Trial[]): Trial | undefined {
  if (keyword.startsWith('unevaluated')) return trials[0];
  if (keyword === 'contains') return undefined;
  const possible = trials.filter((trial) => !refusesKind(trial));
  const [only] = possible;
  return possible.length === 1 && only !== undefined && only.causes.length > 0 ? only : undefined;
}

function refusesKind(trial: Trial): boolean {
  return trial.causes.some((cause) => cause.refusesKind);
}

/**
 * Whether an error is about the type of the whole value, or about a constant in the value or in one of its members.
 * Discriminators are such constants.
 */
function isRefusal({ keyword, instancePath, schema }: ErrorObject): boolean {
  const depth = pointerTokens(instancePath).length;
  const isConstant = keyword === 'const' || (keyword === 'enum' && Array.isArray(schema) && schema.length === 1);
  return (depth === 0 && (keyword === 'type' || keyword === 'not' || keyword === 'enum')) || (depth <= 1 && isConstant);
}

/**
 * Removes errors that are only consequences of other errors. If a value does not satisfy an alternative, the members
 * that the alternative describes do not count as evaluated (Core §7.7.1), so Ajv reports them in addition.
 */
function withoutConsequences(errors: readonly ErrorObject[]): ErrorObject[] {
  const firm = errors.filter(({ keyword }) => !keyword.startsWith('unevaluated'));
  return errors.filter(({ keyword, params, instancePath }) => {
    const within = ({ instancePath: other }: ErrorObject): boolean =>
      other === instancePath || other.startsWith(`${instancePath}/`);
    return !keyword.startsWith('unevaluated') || params['conditional'] !== true || !firm.some(within);
  });
}
