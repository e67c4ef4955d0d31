import { removeUriSchemePlugin } from '@hyperjump/browser';
import * as draft04 from '@hyperjump/json-schema/draft-04';
import * as draft07 from '@hyperjump/json-schema/draft-07';
import * as draft202012 from '@hyperjump/json-schema/draft-2020-12';
import type { Output, SchemaObject } from '@hyperjump/json-schema';
import type { Json } from '../../../contract/json/json.js';
import { remoteSchemas } from './remote-schemas.js';
import type { SchemaGroup } from './schema-groups.js';
import { FALSE_SCHEMA, type JudgedFault, type SchemaJudge } from './judge.js';

const DIALECTS = {
  '2020-12': { library: draft202012, dialect: 'https://json-schema.org/draft/2020-12/schema' },
  'draft-04': { library: draft04, dialect: 'http://json-schema.org/draft-04/schema' },
  'draft-07': { library: draft07, dialect: 'http://json-schema.org/draft-07/schema' },
} as const;

/** Documents that the validator registers by itself. */
const STANDARD = /^https?:\/\/json-schema\.org\//;
/** The URI under which each schema is registered. */
const RETRIEVED = 'https://corpus.example/schema';

/**
 * A judge that uses a second, independent validator. This validator ignores formats. Rejects with the validator's
 * exception if it cannot compile the schema.
 */
export async function hyperjumpJudge(
  { schema, draft }: SchemaGroup,
  remotes: Readonly<Record<string, string>>,
): Promise<SchemaJudge> {
  const { library, dialect } = DIALECTS[draft];
  // With these plugins, the library would fetch unregistered schemas and read files.
  for (const scheme of ['http', 'https', 'file']) removeUriSchemePlugin(scheme);
  // Schemas of the corpus reuse identifiers, so the previous schemas are unregistered.
  for (const uri of library.getAllRegisteredSchemaUris()) if (!STANDARD.test(uri)) library.unregisterSchema(uri);
  for (const [url, remote] of remoteSchemas(draft, remotes)) {
    if (!library.hasSchema(url)) library.registerSchema(remote as SchemaObject, url, dialect);
  }
  library.registerSchema(
    typeof schema === 'boolean' ? schema : (structuredClone(schema) as SchemaObject),
    RETRIEVED,
    dialect,
  );
  const validate = await library.validate(RETRIEVED);
  const accepts = (value: Json): boolean => validate(structuredClone(value) as never).valid;
  return {
    name: 'hyperjump',
    accepts,
    acceptsLeniently: accepts,
    faults: (value) => faultsOf(validate(structuredClone(value) as never, 'BASIC')),
  };
}

function faultsOf(output: Output): readonly JudgedFault[] {
  if (output.valid) return [];
  return (output.errors ?? []).map(({ keyword, instanceLocation }) => ({
    keyword: keyword.endsWith('/validate') ? FALSE_SCHEMA : keyword.slice(keyword.lastIndexOf('/') + 1),
    pointer: decodeURIComponent(instanceLocation.replace(/^#/, '')),
  }));
}
