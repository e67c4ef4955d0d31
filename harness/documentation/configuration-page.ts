import { type Json, type JsonObject, type JsonSchema, isJsonObject } from '../../contract/json/json.js';
import { CONFIG_SCHEMA } from '../configuration/config-schema.js';
import { generatedFrom, table } from './markdown.js';
import { typeWords } from './schema-words.js';

const INTRODUCTION = `\`parity.config.ts\` exports the configuration; \`parity.config.js\`, \`.mjs\` and \`.json\` work too, and \`--config FILE\` names
another file. Relative paths start from the folder of that file. \`npx contract-parity init CONTRACT\` writes a first
one.

\`\`\`ts
import { defineConfig } from 'contract-parity';

export default defineConfig({
  contracts: ['openapi.yaml'],
  surfaces: { rest: { driver: 'rest' } },
});
\`\`\``;

/** `docs/configuration.md`: one section for the whole configuration, and one for each definition of its schema. */
export function configurationPage(schema: JsonSchema = CONFIG_SCHEMA): string {
  const root = objectOf(schema, 'the schema');
  const definitions = Object.entries(objectOf(root['$defs'] ?? {}, '$defs'));
  const sections = definitions.flatMap(([name, definition]) => definitionSection(name, objectOf(definition, name)));
  return `${[
    generatedFrom('harness/configuration/config-schema.ts'),
    '# Configuration',
    INTRODUCTION,
    '## Options',
    optionTable(root, 'the configuration'),
    ...sections,
  ].join('\n\n')}\n`;
}

function definitionSection(name: string, definition: JsonObject): readonly string[] {
  const conditions = [...requirements(definition), ...conditionalRequirements(definition)];
  return [
    `## ${heading(name)}`,
    described(definition, name),
    ...(conditions.length > 0 ? [conditions.map((condition) => `- ${condition}`).join('\n')] : []),
    optionTable(definition, name),
  ];
}

function optionTable(schema: JsonObject, place: string): string {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const rows = Object.entries(objectOf(schema['properties'] ?? {}, place)).map(([name, value]) => {
    const option = objectOf(value, `${place}.${name}`);
    return [
      `\`${name}\``,
      typeWords(option),
      required.has(name) ? '**required**' : defaultWords(option),
      described(option, `${place}.${name}`),
    ];
  });
  return table(['option', 'type', 'default', 'meaning'], rows);
}

/** The options that a definition of the schema requires, in words. They are found in its `anyOf` and `oneOf`. */
function requirements(schema: JsonObject): readonly string[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const alternatives = alternativesOf(schema[keyword]);
    if (alternatives.length === 0) return [];
    return [`Required: ${keyword === 'oneOf' ? 'exactly one of' : 'at least one of'} ${alternatives.join(', ')}.`];
  });
}

function conditionalRequirements(schema: JsonObject): readonly string[] {
  return listOf(schema['allOf']).map((branch) => {
    const then = objectOf(branch['then'] ?? {}, 'then');
    const driver = objectOf(
      objectOf(objectOf(branch['if'] ?? {}, 'if')['properties'] ?? {}, 'if')['driver'] ?? {},
      'driver',
    );
    const drivers = [
      ...(driver['const'] === undefined ? [] : [driver['const']]),
      ...(Array.isArray(driver['enum']) ? driver['enum'] : []),
    ];
    const needed = Array.isArray(then['required'])
      ? then['required'].map((name) => `\`${String(name)}\``).join(', ')
      : '';
    const alternatives = alternativesOf(then['anyOf']).join(' or ');
    return `Required with the driver ${drivers.map((name) => `\`${String(name)}\``).join(' or ')}: ${needed || alternatives}.`;
  });
}

function alternativesOf(value: Json | undefined): readonly string[] {
  return listOf(value).flatMap(({ required }) =>
    Array.isArray(required) ? [required.map((name) => `\`${String(name)}\``).join(' with ')] : [],
  );
}

/**
 * The description of an option. Throws if the description is missing, because the page is the only documentation of the
 * option.
 */
function described(schema: JsonObject, place: string): string {
  const { description } = schema;
  if (typeof description !== 'string')
    throw new Error(`${place} has no description in the schema of the configuration`);
  return description;
}

function defaultWords({ default: value }: JsonObject): string {
  if (value === undefined) return '';
  return typeof value === 'string' && /[ `]/.test(value) ? value : `\`${String(value)}\``;
}

/** The heading for the name of a definition: `surfaceByContract` → `Surface by contract`. */
function heading(name: string): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function objectOf(value: Json, place: string): JsonObject {
  if (!isJsonObject(value)) throw new Error(`${place} is not an object in the schema of the configuration`);
  return value;
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
