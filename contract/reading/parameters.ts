import type { Parameter, ParameterIn, ParameterStyle, SchemaUri } from '../operation.js';
import { ownValue } from '../json/json.js';
import { readExamples } from './examples.js';
import { childPlace, entryPlaces, itemPlaces, type Place, placeLocation, textAt } from '../document/place.js';
import type { Reader } from './reader.js';

/** The styles that each location allows; the first style is the default (OpenAPI 3.1 §4.8.12.3 "Style Values"). */
const STYLES: Readonly<Record<ParameterIn, readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/**
 * Header parameters whose definitions are ignored, because other parts of the description define these headers (OpenAPI
 * 3.1 §4.8.12.2).
 */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/**
 * The parameters of a path item, followed by the parameters of its operation. A parameter of the operation replaces a
 * parameter of the path item with the same name and location.
 */
export function readParameterSpecs(reader: Reader, pathItem: Place, operation: Place): readonly Parameter[] {
  const merged = readParameterList(reader, childPlace(pathItem, 'parameters'));
  for (const [identity, parameter] of readParameterList(reader, childPlace(operation, 'parameters')))
    merged.set(identity, parameter);
  return [...merged.values()];
}

function readParameterList(reader: Reader, list: Place | undefined): Map<string, Parameter> {
  const found = new Map<string, Parameter>();
  if (list !== undefined && !Array.isArray(list.value)) {
    reader.fault(list, 'shape', '`parameters` is not a list', 'Write the parameters as a list.');
  }
  for (const item of itemPlaces(list)) {
    const place = reader.followObject(item, 'parameter');
    const parameter = place === undefined ? undefined : readParameter(reader, place, textAt(item, 'description'));
    if (parameter === undefined || (parameter.in === 'header' && IGNORED_HEADERS.has(parameter.name.toLowerCase())))
      continue;
    const identity = parameterIdentity(parameter);
    if (found.has(identity)) {
      reader.around(
        item,
        'parameter-duplicate',
        `${parameter.in} parameter ${JSON.stringify(parameter.name)} is declared twice; the last declaration is used`,
        'Remove one of the two parameters.',
      );
    }
    found.set(identity, parameter);
  }
  return found;
}

/**
 * The name and location of a parameter, which identify it (OpenAPI 3.1 §4.8.10). Header names are case-insensitive (RFC
 * 9110 §5.1).
 */
function parameterIdentity(parameter: Parameter): string {
  return `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
}

export function readParameter(reader: Reader, place: Place, description: string | undefined): Parameter | undefined {
  const name = textAt(place, 'name');
  const location = textAt(place, 'in');
  if (name === undefined || !isParameterIn(location)) {
    const repair = 'Give the parameter a `name` and an `in` of path, query, header or cookie.';
    reader.fault(place, 'parameter-malformed', 'the parameter has no name or no known location', repair);
    return undefined;
  }
  const value = readValue(reader, place, name);
  const style = readStyle(reader, place, location);
  if (value === undefined) return undefined;
  return {
    name,
    in: location,
    required: readRequired(reader, place, name, location),
    description: description ?? textAt(place, 'description') ?? '',
    style,
    explode: reader.flag(place, 'explode') ?? style === 'form',
    allowReserved: reader.flag(place, 'allowReserved') ?? false,
    ...value,
    ...(reader.flag(place, `x-${reader.prefix}-issued`) === true && { issued: true as const }),
    location: placeLocation(place),
  };
}

type ParameterValue = Pick<Parameter, 'schema' | 'examples'> & { readonly contentType?: string };

/**
 * Reads `schema` or `content`. A parameter has either a `schema`, or a `content` with exactly one media type (OpenAPI
 * 3.1 §4.8.12.2). An optional parameter with neither is ignored, because requests without it are valid.
 */
function readValue(reader: Reader, place: Place, name: string): ParameterValue | undefined {
  const schema = childPlace(place, 'schema');
  const content = entryPlaces(childPlace(place, 'content'));
  const [only] = content;
  if (schema !== undefined && only === undefined) {
    const uri = reader.schema(schema);
    return uri && { schema: uri, examples: readExamples(reader, place) };
  }
  if (schema === undefined && only !== undefined && content.length === 1) return readContentValue(reader, only);
  const message = `parameter ${JSON.stringify(name)} needs either a \`schema\` or a \`content\` of one media type`;
  const repair = 'Write either `schema`, such as `{type: string}`, or `content` with one media type.';
  const isOptional = textAt(place, 'in') !== 'path' && ownValue(place.value, 'required') !== true;
  if (isOptional) reader.around(place, 'parameter-schema', `${message}; it is ignored`, repair);
  else reader.fault(place, 'parameter-schema', message, repair);
  return undefined;
}

function readContentValue(reader: Reader, [mediaType, entry]: readonly [string, Place]): ParameterValue | undefined {
  const media = reader.followObject(entry, 'media type');
  if (media === undefined) return undefined;
  const schema = childPlace(media, 'schema');
  if (schema === undefined) {
    reader.fault(
      entry,
      'parameter-schema',
      `media type ${mediaType} of a parameter has no schema`,
      'Add a `schema` below the media type.',
    );
    return undefined;
  }
  const uri: SchemaUri | undefined = reader.schema(schema);
  return uri && { schema: uri, contentType: mediaType.toLowerCase(), examples: readExamples(reader, media) };
}

function readStyle(reader: Reader, place: Place, location: ParameterIn): ParameterStyle {
  const styles = STYLES[location];
  const written = childPlace(place, 'style');
  const style = written === undefined ? styles[0] : styles.find((known) => known === written.value);
  if (style !== undefined) return style;
  const [usual = 'form'] = styles;
  reader.around(
    written ?? place,
    'parameter-style',
    `the style is not allowed for a ${location} parameter; it is read as ${usual}`,
    `Use ${styles.join(', ')}.`,
  );
  return usual;
}

/**
 * Reads `required`, which must be true for a path parameter (OpenAPI 3.1 §4.8.12.2). No request can omit a part of its
 * path, so any other path parameter is read as required.
 */
function readRequired(reader: Reader, place: Place, name: string, location: ParameterIn): boolean {
  const required = reader.flag(place, 'required') ?? false;
  if (location !== 'path' || required) return required;
  reader.around(
    childPlace(place, 'required') ?? place,
    'parameter-required',
    `path parameter ${JSON.stringify(name)} is not \`required: true\`; it is read as required`,
    'Write `required: true`.',
  );
  return true;
}

function isParameterIn(location: string | undefined): location is ParameterIn {
  return location !== undefined && Object.hasOwn(STYLES, location);
}
