import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, Options } from 'ajv';
import type { JsonSchema } from '../json/json.js';

/**
 * Ajv options for the schemas that this project itself defines. They are not checked against their meta-schema at run
 * time, because the check takes longer than the compilation. A test checks them.
 */
export const OWN_SCHEMA = { strict: false, validateSchema: false, meta: false, logger: false } satisfies Options;

/** Tests whether a value is valid. `errors` contains the errors of the last value. */
export interface OwnValidator {
  (value: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
}

/**
 * A schema that this project defines, with its validators. `references` maps the name of each validator to a reference
 * into the schema.
 */
export interface OwnSchema<Name extends string = string> {
  readonly schema: JsonSchema;
  readonly references: Readonly<Record<Name, string>>;
  readonly options: Options;
}

/**
 * Validators that are compiled on first use. For validators that are needed at start-up, the build replaces the module
 * that exports them by compiled code (`harness/packaging/compile-validators.ts`).
 */
export function ownValidators<Name extends string>({
  schema,
  references,
  options,
}: OwnSchema<Name>): Readonly<Record<Name, OwnValidator>> {
  let ajv: Ajv2020 | undefined;
  const named = Object.entries<string>(references).map(([name, reference]) => {
    const validator: OwnValidator = (value) => {
      ajv ??= new Ajv2020({ ...OWN_SCHEMA, ...options }).addSchema(schema, 'own');
      const validate = ajv.getSchema(`own${reference}`);
      const isValid = validate?.(value) === true;
      validator.errors = validate?.errors ?? null;
      return isValid;
    };
    return [name, validator] as const;
  });
  return Object.fromEntries(named) as Record<Name, OwnValidator>;
}
