import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { minifySync } from 'rolldown/utils';
import { type Json, type JsonSchema, isJsonObject } from '../../contract/json/json.js';
import { fromMembers } from '../../contract/json/members.js';
import { OWN_SCHEMA, type OwnSchema } from '../../contract/schema/own-schema.js';
import { OWN_PROTOCOL } from '../../surfaces/protocol/message-schemas.js';
import { OWN_CONFIG } from '../configuration/config-schema.js';

/**
 * Part of the build: `node compile-validators.js DIST` replaces modules that compile our schemas on use by compiled
 * code. Compiling takes longer than most commands.
 */
const MODULES: Readonly<Record<string, OwnSchema & { readonly isYesOrNo?: true }>> = {
  // The errors of an invalid configuration come from Ajv with the whole schema, so the compiled code needs none.
  'harness/configuration/config-validator.js': { ...OWN_CONFIG, isYesOrNo: true },
  'surfaces/protocol/message-validators.js': OWN_PROTOCOL,
};

/** Matches an error in the compiled code: an object with at most two levels of objects in it. */
const ERROR_OBJECT = /\{instancePath[:,](?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

/** Matches the `schemaPath` of an error, which our error messages do not use. */
const SCHEMA_PATH = /schemaPath:"[^"]*",/g;

/** Matches the definition of a schema in the compiled code. Ajv writes each schema as JSON in one line. */
const DEFINITION = /\bconst (schema\d+) = (\{.*?\});(?=const |let |var |function |export |\n)/g;

/** Matches a use of a schema, with the path to a part of it. It matches no path with other keys, such as `a-b`. */
const USE = /\b(schema\d+)\b((?:\.\w+|\[\d+\])*)(?![\w.[])/g;

/** The members of a schema whose texts only documentation uses. */
const PROSE: ReadonlySet<string> = new Set(['description', 'default']);

// The package is CommonJS. Node imports the module object, but the types describe the function.
const { default: standaloneCode } = standaloneModule as unknown as {
  readonly default: (ajv: Ajv2020, names: Readonly<Record<string, string>>) => string;
};

/** Defines `require` for the compiled code, which uses it to load functions of Ajv. ES modules have no `require`. */
const REQUIRE = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n`;

const [dist = '.'] = process.argv.slice(2);
// The code is minified to a third, because nobody reads it.
for (const [file, own] of Object.entries(MODULES)) {
  const [unused, shorter] = own.isYesOrNo ? [ERROR_OBJECT, '{}'] : [SCHEMA_PATH, ''];
  const code = withUsedSchemas(compiled(own).replaceAll(unused, shorter));
  await writeFile(path.join(dist, file), minifySync(file, code, { module: true }).code);
}

function compiled({ schema, references, options }: OwnSchema): string {
  // Each definition becomes one function instead of a copy at each reference.
  const ajv = new Ajv2020({ ...OWN_SCHEMA, ...options, inlineRefs: false, code: { source: true, esm: true } });
  ajv.addSchema(withoutProse(schema), 'own');
  const names = Object.keys(references);
  const code = standaloneCode(ajv, Object.fromEntries(names.map((name) => [name, `own${references[name] ?? ''}`])));
  return `${REQUIRE}${code}\nexport const VALIDATORS = { ${names.join(', ')} };\n`;
}

/**
 * Keeps only the parts of the schemas that the compiled code uses: the names of properties, with which it finds unknown
 * members, and the values of an `enum`.
 */
function withUsedSchemas(code: string): string {
  return code.replaceAll(DEFINITION, (definition, name: string, text: string) => {
    const places = [...code.matchAll(USE)]
      .filter(([, used]) => used === name)
      .map(([, , place = '']) => place.match(/\w+/g) ?? [])
      .filter((place) => place.length > 0);
    // One name is that of the definition. If another one has no path, the whole schema is used.
    const names = code.split(/\b(schema\d+)\b/).filter((part) => part === name).length;
    if (places.length !== names - 1) return definition;
    const used = {};
    for (const place of places) keep(JSON.parse(text) as Json, used, place);
    return `const ${name} = ${JSON.stringify(used)};`;
  });
}

/** Copies to `used` the part of a schema to which a path leads. */
function keep(schema: Json, used: Record<string, Json>, [name = '', ...rest]: readonly string[]): void {
  const part = isJsonObject(schema) || Array.isArray(schema) ? ((schema as Record<string, Json>)[name] ?? null) : null;
  if (rest.length > 0) {
    const inner = (used[name] ??= {}) as Record<string, Json>;
    keep(part, inner, rest);
  } else {
    used[name] =
      name === 'properties' && isJsonObject(part) ? fromMembers(Object.keys(part).map((key) => [key, 1])) : part;
  }
}

/**
 * Removes the descriptions and the defaults from the schemas in the compiled code, because nobody reads them there. A
 * property with the name `description` or `default` is kept, because its value is a schema and not a text.
 */
function withoutProse(schema: JsonSchema): JsonSchema {
  const isProse = (key: string, value: unknown): boolean => PROSE.has(key) && typeof value === 'string';
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (isProse(key, value) ? undefined : value)),
  ) as JsonSchema;
}
