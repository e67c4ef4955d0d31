import { appliedSchemas, appliedToMember } from '../../../contract/schema/applied-schemas.js';
import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { Operation, Parameter, ParameterIn, SchemaUri } from '../../../contract/operation.js';
import { readingsUnder, typesUnder } from '../../../contract/wire/decode-value.js';
import { isJsonMediaType } from '../../../contract/wire/message.js';
import { parseJsonText } from '../../../contract/wire/request/split-request.js';

/** Parses the texts that a request has for one parameter name. */
export interface ParameterReadings {
  /** The schemas that describe the value. */
  readonly stated: readonly SchemaUri[];
  /** The values that these texts may stand for, the most likely first; empty if they cannot be parsed. */
  valuesOf(texts: readonly string[]): readonly Json[];
}

/**
 * Finds out how to parse a parameter name. `undefined` if the contract does not have the name, neither as a parameter
 * nor as a member of an object parameter, such as `filter[from]`.
 */
export function parameterReadings(
  schemas: SchemaSource,
  operation: Operation,
  location: ParameterIn,
  name: string,
): ParameterReadings | undefined {
  const parameters = operation.parameters.filter((parameter) => parameter.in === location);
  const own = parameters.find(
    (parameter) => (location === 'header' ? parameter.name.toLowerCase() : parameter.name) === name,
  );
  if (own !== undefined) return readingsOf(schemas, own, [own.schema]);
  for (const parameter of parameters) {
    const member = memberName(parameter, name);
    if (member === undefined) continue;
    const stated = appliedToMember(schemas, appliedSchemas(schemas, [parameter.schema], undefined), member);
    if (stated.length > 0) return { stated, valuesOf: (texts) => scalarValues(schemas, stated, texts) };
  }
  return undefined;
}

/**
 * The member of an object parameter to which a name in a request refers. In the style `deepObject`, `filter[from]`
 * refers to the member `from`. In the exploded style `form`, each member has its own name (OpenAPI 3.1 §4.8.12.3).
 */
function memberName({ name: parameter, style, explode }: Parameter, name: string): string | undefined {
  if (style === 'deepObject')
    return name.startsWith(`${parameter}[`) && name.endsWith(']') ? name.slice(parameter.length + 1, -1) : undefined;
  return style === 'form' && explode ? name : undefined;
}

function readingsOf(schemas: SchemaSource, parameter: Parameter, stated: readonly SchemaUri[]): ParameterReadings {
  const { contentType } = parameter;
  if (contentType !== undefined)
    return { stated, valuesOf: (texts) => (isJsonMediaType(contentType) ? jsonValues(texts) : []) };
  if (!typesUnder(schemas, stated).has('array'))
    return { stated, valuesOf: (texts) => scalarValues(schemas, stated, texts) };
  return {
    stated,
    valuesOf: (texts) => {
      const list = elements(parameter, texts);
      return list === undefined ? [] : readingsUnder(schemas, stated, { kind: 'list', texts: list });
    },
  };
}

function scalarValues(schemas: SchemaSource, stated: readonly SchemaUri[], texts: readonly string[]): readonly Json[] {
  const [text] = texts;
  return text === undefined || texts.length > 1 ? [] : readingsUnder(schemas, stated, { kind: 'scalar', text });
}

function jsonValues([text = '', ...more]: readonly string[]): readonly Json[] {
  const value = parseJsonText(text);
  return value === undefined || more.length > 0 ? [] : [value];
}

const MARKS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|', label: '.', matrix: ';' };

/**
 * The texts of the elements of a list parameter. `undefined` if several parameters of one name are sent without
 * `explode`: a service then splits one of the texts and ignores the others. The given texts are already decoded, so an
 * element that contains the delimiter may be split wrongly.
 */
function elements({ style, explode }: Parameter, texts: readonly string[]): readonly string[] | undefined {
  const [text] = texts;
  if (texts.length > 1) return explode ? texts : undefined;
  if (text === undefined || (explode && style === 'form')) return texts;
  return text.split(
    (explode ? MARKS[style] : undefined) ?? (style === 'form' || style === 'simple' ? ',' : (MARKS[style] ?? ',')),
  );
}
