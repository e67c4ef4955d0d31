import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';

/** The type of an option in words: `list of strings`, `integer, 1 to 16`, or a link to a section. */
export function typeWords(schema: JsonObject): string {
  const { $ref, const: only, enum: values, type } = schema;
  if (typeof $ref === 'string') return sectionLink($ref);
  if (only !== undefined) return `\`${String(only)}\``;
  if (isJsonObject(schema['then']) && isJsonObject(schema['else']))
    return `${typeWords(schema['then'])} or ${typeWords(schema['else'])}`;
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ');
  switch (type) {
    case 'array':
      return `list of ${manyWords(schema['items'])}`;
    case 'object':
      return objectWords(schema);
    case 'integer':
      return `integer${rangeWords(schema)}`;
    default:
      return typeof type === 'string' ? type : 'any JSON value';
  }
}

function objectWords({ properties, additionalProperties }: JsonObject): string {
  if (isJsonObject(properties))
    return `{ ${Object.keys(properties)
      .map((name) => `\`${name}\``)
      .join(', ')} }`;
  return isJsonObject(additionalProperties) ? `map to ${oneWords(additionalProperties)}` : 'object';
}

/** Describes a choice between two shapes in words. The description of the option contains the links to both. */
function oneWords(schema: JsonObject): string {
  return schema['if'] === undefined ? typeWords(schema) : 'one of two shapes';
}

function manyWords(items: Json | undefined): string {
  if (!isJsonObject(items)) return 'values';
  const { type, if: choice, enum: values } = items;
  if (choice !== undefined) return 'strings or objects';
  return type === 'string' && values === undefined ? 'strings' : typeWords(items);
}

function rangeWords({ minimum, maximum }: JsonObject): string {
  return minimum === undefined || maximum === undefined ? '' : `, ${grouped(minimum)} to ${grouped(maximum)}`;
}

function grouped(value: Json): string {
  return Number(value).toLocaleString('en').replaceAll(',', ' ');
}

function sectionLink(reference: string): string {
  const name = reference.replace('#/$defs/', '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `[${name}](#${name.replaceAll(' ', '-')})`;
}
