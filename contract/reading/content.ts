import { isJsonObject } from '../json/json.js';
import type { HeaderSpec, LinkSpec, MediaContent, RequestBody, ResponseSpec } from '../operation.js';
import { EVENT_STREAM } from '../wire/event-stream.js';
import { essence, isFormMediaType } from '../wire/message.js';
import { readEncoding } from './encoding.js';
import { readExamples } from './examples.js';
import { readEventOrder, readMaxBodyBytes } from './extensions.js';
import { childPlace, entryPlaces, itemPlaces, type Place, placeLocation, textAt } from '../document/place.js';
import type { Reader } from './reader.js';

/**
 * A status as a key of `responses` (OpenAPI 3.1 §4.8.16 "Patterned Fields"): a code, a range such as `4XX`, or
 * `default`.
 */
const STATUS = /^(?:[1-5](?:\d\d|XX)|default)$/;

export function readRequestBodySpec(reader: Reader, entry: Place): RequestBody | undefined {
  const place = reader.followObject(entry, 'request body');
  if (place === undefined) return undefined;
  const content = childPlace(place, 'content');
  if (content === undefined || !isJsonObject(content.value)) {
    reader.fault(
      place,
      'request-body-content',
      'the request body has no `content`',
      'Add `content` with a media type, such as application/json.',
    );
  }
  const maxBytes = readMaxBodyBytes(reader, place);
  return {
    required: reader.flag(place, 'required') ?? false,
    content: readContent(reader, content),
    ...(maxBytes !== undefined && { maxBytes }),
    location: placeLocation(place),
  };
}

/**
 * The responses of an operation, in the order in which they are written. OpenAPI 3.1 permits an operation without
 * `responses`, but not with an empty `responses` (§4.8.16).
 */
export function readResponses(reader: Reader, operation: Place): readonly ResponseSpec[] {
  const responses = childPlace(operation, 'responses');
  if (responses === undefined) return [];
  const codes = entryPlaces(responses).filter(([status]) => !status.startsWith('x-'));
  if (codes.length === 0) {
    reader.around(
      responses,
      'responses-missing',
      '`responses` has no status; it is ignored',
      'Add at least one status with its description.',
    );
  }
  const found: ResponseSpec[] = [];
  for (const [status, entry] of codes) {
    const known = knownStatus(reader, status, entry);
    const response = known === undefined ? undefined : readResponse(reader, known, entry);
    if (response !== undefined) found.push(response);
  }
  return found;
}

/**
 * The status that a key of `responses` states. A range in lower case (`2xx`) is reported as a fault, and read as `2XX`.
 */
function knownStatus(reader: Reader, status: string, entry: Place): string | undefined {
  if (STATUS.test(status)) return status;
  const upper = status.toUpperCase();
  if (STATUS.test(upper)) {
    const message = `${JSON.stringify(status)} is not a status; it is read as ${upper}`;
    reader.around(entry, 'response-status', message, `Write ${upper}.`);
    return upper;
  }
  reader.fault(
    entry,
    'response-status',
    `${JSON.stringify(status)} is not a status`,
    'Write a code such as "404", a range such as "4XX", or default.',
  );
  return undefined;
}

export function readResponse(reader: Reader, status: string, entry: Place): ResponseSpec | undefined {
  const place = reader.followObject(entry, 'response');
  if (place === undefined) return undefined;
  return {
    status,
    description: textAt(entry, 'description') ?? textAt(place, 'description') ?? '',
    headers: readHeaders(reader, childPlace(place, 'headers')),
    content: readContent(reader, childPlace(place, 'content')),
    links: readLinks(reader, childPlace(place, 'links')),
    location: placeLocation(entry),
  };
}

function readContent(reader: Reader, content: Place | undefined): readonly MediaContent[] {
  const found: MediaContent[] = [];
  for (const [mediaType, entry] of entryPlaces(content)) {
    const media = reader.followObject(entry, 'media type');
    if (media === undefined) continue;
    const schema = readSchema(reader, media);
    const stream = readStream(reader, mediaType, media);
    const encoding = isFormMediaType(mediaType) ? readEncoding(reader, childPlace(media, 'encoding')) : undefined;
    const examples = readExamples(reader, media);
    found.push({ mediaType: mediaType.toLowerCase(), ...schema, examples, ...stream, ...(encoding && { encoding }) });
  }
  return found;
}

/** Reads the vendor extensions that describe the events of a stream. OpenAPI 3.1 has no members for them. */
function readStream(reader: Reader, mediaType: string, media: Place): Pick<MediaContent, 'stream'> {
  if (essence(mediaType) !== EVENT_STREAM) return {};
  const event = childPlace(media, `x-${reader.prefix}-event`);
  const schema = event && reader.schema(event);
  const types = itemPlaces(childPlace(media, `x-${reader.prefix}-terminal-events`));
  const terminal = types.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const order = readEventOrder(reader, media);
  return {
    stream: { ...(schema !== undefined && { event: schema }), terminal, ...(order !== undefined && { order }) },
  };
}

function readLinks(reader: Reader, links: Place | undefined): readonly LinkSpec[] {
  return entryPlaces(links).flatMap(([, entry]) => {
    const link = reader.followObject(entry, 'link');
    const operation = link && textAt(link, 'operationId');
    if (link === undefined || operation === undefined) return [];
    const values = entryPlaces(childPlace(link, 'parameters'));
    const parameters = values.flatMap(([name, { value }]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    return [{ operation, parameters: new Map(parameters) }];
  });
}

/**
 * Reads response headers. `Content-Type` is ignored (OpenAPI 3.1 §4.8.16.1), because the media types of the response
 * already define it.
 */
function readHeaders(reader: Reader, headers: Place | undefined): readonly HeaderSpec[] {
  const found: HeaderSpec[] = [];
  for (const [name, entry] of entryPlaces(headers)) {
    const header = name.toLowerCase() === 'content-type' ? undefined : readHeader(reader, name, entry);
    if (header !== undefined) found.push(header);
  }
  return found;
}

/** Reads a response header. If the header has `content`, its schema is the schema of its only media type. */
export function readHeader(reader: Reader, name: string, entry: Place): HeaderSpec | undefined {
  const header = reader.followObject(entry, 'header');
  if (header === undefined) return undefined;
  const [content] = readContent(reader, childPlace(header, 'content'));
  const schema = content?.schema && { schema: content.schema };
  const description = textAt(header, 'description');
  return {
    name,
    required: reader.flag(header, 'required') ?? false,
    ...(description !== undefined && { description }),
    ...schema,
    ...readSchema(reader, header),
  };
}

function readSchema(reader: Reader, owner: Place): Pick<MediaContent, 'schema'> {
  const place = childPlace(owner, 'schema');
  const schema = place && reader.schema(place);
  return schema === undefined ? {} : { schema };
}
