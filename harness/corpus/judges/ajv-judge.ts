import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import { isEmail, isIdnEmail, isIri, isIriReference, isUri, isUriReference } from '@hyperjump/json-schema-formats';
import type { Json } from '../../../contract/json/json.js';
import { remoteSchemas } from './remote-schemas.js';
import type { SchemaGroup } from './schema-groups.js';
import type { SchemaJudge } from './judge.js';

// The package is CommonJS. In Node, its default import is the module object with the function as `default`, but the
// types describe the function itself.
const { default: addFormats } = addFormatsModule as unknown as { readonly default: FormatsPlugin };

/**
 * Options of Ajv. Without `ownProperties`, the object `{}` would seem to have a member `toString`. Without
 * `multipleOfPrecision`, one amount in seven would not count as a multiple of 0.01.
 */
const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  ownProperties: true,
  multipleOfPrecision: 9,
  validateSchema: false,
  logger: false,
};

/**
 * Formats that follow the grammars of the RFCs. The package ajv-formats lacks these formats or treats them differently.
 */
const FORMATS = {
  email: isEmail,
  'idn-email': isIdnEmail,
  uri: isUri,
  'uri-reference': isUriReference,
  iri: isIri,
  'iri-reference': isIriReference,
} as const;

/**
 * A judge that uses Ajv. The code that makes values also uses Ajv, but shares no code with this judge. Throws the
 * exception of Ajv if Ajv cannot compile the schema.
 */
export function ajvJudge(group: SchemaGroup, remotes: Readonly<Record<string, string>>): SchemaJudge {
  const validate = compiled(group, remotes, true);
  const lenient = compiled(group, remotes, false);
  return {
    name: 'ajv',
    accepts: (value) => validate(value) === true,
    acceptsLeniently: (value) => lenient(value) === true,
    faults: (value) => {
      if (validate(value) === true) return [];
      return (validate.errors ?? []).map(({ keyword, instancePath }) => ({ keyword, pointer: instancePath }));
    },
  };
}

function compiled(
  { schema, draft }: SchemaGroup,
  remotes: Readonly<Record<string, string>>,
  formats: boolean,
): ReturnType<Ajv['compile']> {
  if (draft === 'draft-04') throw new Error('Ajv does not support draft-04');
  const options = { ...OPTIONS, validateFormats: formats };
  const ajv = draft === '2020-12' ? new Ajv2020(options) : new Ajv(options);
  addFormats(ajv);
  for (const [format, holds] of Object.entries(FORMATS)) ajv.addFormat(format, unlessUnknown(holds));
  if (JSON.stringify(schema).includes('localhost:1234')) {
    for (const [url, remote] of remoteSchemas(draft, remotes)) ajv.addSchema(remote as Record<string, Json>, url);
  }
  return ajv.compile(typeof schema === 'boolean' ? schema : structuredClone(schema));
}

/**
 * Makes a test of addresses return true for IP addresses of later versions (RFC 3986 §3.2.2, `IPvFuture`), for which
 * the grammar `holds` throws an error.
 */
function unlessUnknown(holds: (text: string) => boolean): (text: string) => boolean {
  return (text) => {
    try {
      return holds(text);
    } catch {
      return true;
    }
  };
}
