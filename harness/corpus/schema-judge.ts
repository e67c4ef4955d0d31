import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import type { Json } from '../../contract/json.js';
import type { SchemaGroup } from './schema-groups.js';

// The package is CommonJS with the function on `default` as well; Node gives the module object, types describe the other.
const { default: addFormats } = addFormatsModule as unknown as { readonly default: FormatsPlugin };

/** `ownProperties`: or `{}` would have `toString`; the precision: or one cent in seven would not be a multiple of 0.01. */
const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  ownProperties: true,
  multipleOfPrecision: 9,
  validateSchema: false,
  logger: false,
};

/** Ajv as it comes, on the schema as it is written: it shares nothing with the code that makes values but the package. */
export interface SchemaJudge {
  accepts(value: Json): boolean;
  errors(value: Json): readonly ErrorObject[];
  /** Verdicts of its own on the source's tests that differ from the source's. */
  readonly departures: number;
}

/** Throws what Ajv throws where it cannot use the schema. */
export function schemaJudge(group: SchemaGroup, remotes: Readonly<Record<string, string>>): SchemaJudge {
  const validate = compiled(group, remotes, true);
  // The suite takes formats for annotations; that we assert them is no mistake of Ajv's.
  const plain = compiled(group, remotes, false);
  return {
    accepts: (value) => validate(value) === true,
    errors: (value) => (validate(value) === true ? [] : [...(validate.errors ?? [])]),
    departures: group.tests.filter(({ data, valid }) => safely(() => plain(data) === true) !== valid).length,
  };
}

function compiled({ schema, draft }: SchemaGroup, remotes: Readonly<Record<string, string>>, formats: boolean): ReturnType<Ajv['compile']> {
  const ajv =
    draft === '2020-12' ? new Ajv2020({ ...OPTIONS, validateFormats: formats }) : new Ajv({ ...OPTIONS, validateFormats: formats });
  addFormats(ajv);
  if (JSON.stringify(schema).includes('localhost:1234')) {
    for (const [url, file] of Object.entries(remotes)) {
      if (isOf(draft, url)) ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Json>, url);
    }
  }
  return ajv.compile(typeof schema === 'boolean' ? schema : structuredClone(schema));
}

function isOf(draft: SchemaGroup['draft'], url: string): boolean {
  return draft === '2020-12' ? url.includes('/draft2020-12/') : !/\/(?:draft|v1)/.test(url);
}

function safely(judge: () => boolean): boolean | undefined {
  try {
    return judge();
  } catch {
    return undefined;
  }
}
