import type { ErrorObject } from 'ajv/dist/2020.js';
import type { SchemaViolation } from './contract.js';
import type { Json } from './json.js';
import { joinPointer, pointerTokens, valueAt } from './json-pointer.js';
import type { SchemaUri } from './operation.js';
import type { SchemaCopies } from './schema-source-copies.js';
import { errorOrigin, schemaViolation } from './schema-source-violations.js';

/** Ajv's errors for a schema of the contract and a value; empty where it is valid. */
export type Explain = (uri: SchemaUri, value: Json) => readonly ErrorObject[];

/**
 * What Ajv says about a value, less what only repeats it, so that one fault is one violation. The errors inside the
 * alternatives of `anyOf`, `oneOf` and `contains` go; where the value clearly means one alternative of an `anyOf` or `oneOf`
 * (all others refuse its type or discriminator), the violations of that one stand for the combinator's. So do those of the
 * schema of an `unevaluated*`, which our keyword does not report itself.
 */
export function violationCauses(errors: readonly ErrorObject[], value: Json, explain: Explain, copies: SchemaCopies): readonly SchemaViolation[] {
  const rest = withoutConsequences(errors);
  const causes: (readonly SchemaViolation[])[] = [];
  // Ajv reports a combinator after what its alternatives reported, so the last error is never inside one.
  for (let error = rest.pop(); error !== undefined; error = rest.pop()) {
    // These are always told by the errors of their subschema as well.
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    const trials = subschemaTrials(error, value, explain, copies);
    const alone = error.keyword.startsWith('unevaluated');
    if (!alone) dropTried(rest, error.instancePath, trials, copies);
    const meant = alone ? trials[0] : meantTrial(error.keyword, trials);
    causes.push(meant === undefined ? [schemaViolation(error, copies)] : trialCauses(`${error.instancePath}${meant.pointer}`, meant, explain, copies));
  }
  return causes.reverse().flat();
}

/** One subschema tried alone on the part of the value that it judges. */
interface Trial {
  readonly pointer: string;
  readonly value: Json;
  readonly errors: readonly ErrorObject[];
}

function subschemaTrials(error: ErrorObject, value: Json, explain: Explain, copies: SchemaCopies): readonly Trial[] {
  const part = valueAt(value, error.instancePath);
  if (part === undefined) return [];
  const keyword = joinPointer(errorOrigin(error, copies).uri, error.keyword) as SchemaUri;
  if (error.keyword === 'contains' && Array.isArray(part)) {
    return (part as readonly Json[]).map((item, index) => ({ pointer: `/${index}`, value: item, errors: explain(keyword, item) }));
  }
  const unevaluated: unknown = error.params['unevaluated'];
  if (typeof unevaluated === 'string' || typeof unevaluated === 'number') {
    const pointer = joinPointer('', unevaluated);
    const refused = valueAt(part, pointer);
    return refused === undefined || error.schema === false ? [] : [{ pointer, value: refused, errors: explain(keyword, refused) }];
  }
  if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') return [];
  const alternatives = error.schema as readonly Json[];
  return alternatives.map((_, index) => ({ pointer: '', value: part, errors: explain(joinPointer(keyword, index) as SchemaUri, part) }));
}

/** Takes the errors of the trials off the end of `rest`, where Ajv put them. */
function dropTried(rest: ErrorObject[], pointer: string, trials: readonly Trial[], copies: SchemaCopies): void {
  const tried = new Set(trials.flatMap((trial) => trial.errors.map((error) => signature(error, `${pointer}${trial.pointer}`, copies))));
  for (let last = rest.at(-1); last !== undefined && tried.has(signature(last, '', copies)); last = rest.at(-1)) rest.pop();
}

function signature(error: ErrorObject, prefix: string, copies: SchemaCopies): string {
  return JSON.stringify([errorOrigin(error, copies).uri, error.keyword, prefix + error.instancePath, error.params]);
}

/** The one alternative that does not refuse the value as a kind; none where two pass, or more than one could be meant. */
function meantTrial(keyword: string, trials: readonly Trial[]): Trial | undefined {
  if (keyword === 'contains') return undefined;
  const possible = trials.filter((trial) => !trial.errors.some(refusesKind));
  const [only] = possible;
  return possible.length === 1 && only !== undefined && only.errors.length > 0 ? only : undefined;
}

/** A wrong type of the whole, or a wrong constant as the whole or as a member: what discriminators are made of. */
function refusesKind({ keyword, instancePath, schema }: ErrorObject): boolean {
  const depth = pointerTokens(instancePath).length;
  const isConstant = keyword === 'const' || (keyword === 'enum' && Array.isArray(schema) && schema.length === 1);
  return (depth === 0 && (keyword === 'type' || keyword === 'not' || keyword === 'enum')) || (depth <= 1 && isConstant);
}

function trialCauses(pointer: string, trial: Trial, explain: Explain, copies: SchemaCopies): readonly SchemaViolation[] {
  const causes = violationCauses(trial.errors, trial.value, explain, copies);
  return causes.map((cause) => ({ ...cause, pointer: `${pointer}${cause.pointer}` }));
}

/** What an alternative evaluates that fails for another reason counts as unevaluated (Core §7.7.1): a consequence of that reason. */
function withoutConsequences(errors: readonly ErrorObject[]): ErrorObject[] {
  const firm = errors.filter(({ keyword }) => !keyword.startsWith('unevaluated'));
  return errors.filter(({ keyword, params, instancePath }) => {
    const within = ({ instancePath: other }: ErrorObject): boolean => other === instancePath || other.startsWith(`${instancePath}/`);
    return !keyword.startsWith('unevaluated') || params['conditional'] !== true || !firm.some(within);
  });
}
