import type { SchemaSource } from '../../contract/contract.js';
import type { MediaContent, PropertyEncoding } from '../../contract/operation.js';
import { concreteMediaType, contentKind, isFormMediaType, isJsonMediaType } from '../../contract/wire/message.js';
import { cardValue } from './card-fields.js';
import type { CardField, CardFormField, CardOperation, CardValue } from './runtime/model/card-model.js';
import { xmlShape } from './xml-shape.js';

/**
 * How a user enters a body on a card: in a form made from its schema, as a text, or as a file. In a form, each property
 * that is bytes has a control for a file.
 */
export function bodyValue(schemas: SchemaSource, media: MediaContent | undefined): CardValue {
  const kind = media === undefined ? 'json' : enteredAs(media);
  if (kind === 'text' || kind === 'file') return { nullable: false, field: { kind } };
  if (media?.schema === undefined) return { nullable: false, field: { kind: 'json' } };
  const value = cardValue(schemas, media.schema);
  return { ...value, field: withFiles(value.field, media.encoding ?? new Map()) };
}

/** How a user enters a body: as a structured value (JSON, forms and XML), as text, or as a file. */
export function enteredAs({ mediaType, xml }: MediaContent): 'value' | 'text' | 'file' {
  const type = concreteMediaType(mediaType);
  if (isFormMediaType(type) || isJsonMediaType(type) || xml !== undefined) return 'value';
  return contentKind(type) === 'text' ? 'text' : 'file';
}

function withFiles(field: CardField, encoding: ReadonlyMap<string, PropertyEncoding>): CardField {
  if (field.kind !== 'object') return field;
  const members = field.members.map((member) =>
    isFile(encoding.get(member.name)) ? { ...member, field: fileField(member.field) } : member,
  );
  return { ...field, members };
}

/**
 * True if a value is entered as a file. Bytes that the contract defines as encoded, such as base64, are entered as a
 * text.
 */
function isFile({ isBinary, isEncoded }: PropertyEncoding = {}): boolean {
  return isBinary === true && isEncoded !== true;
}

function fileField(field: CardField): CardField {
  return field.kind === 'list' ? { ...field, of: { ...field.of, field: { kind: 'file' } } } : { kind: 'file' };
}

/** The data that the card needs to encode a body of a media type. */
export function bodyModel(
  schemas: SchemaSource,
  content: readonly MediaContent[],
): Pick<CardOperation, 'bodyType' | 'fields' | 'xml' | 'hasJson'> {
  const [media] = content;
  if (media === undefined) return {};
  const { mediaType, schema, encoding } = media;
  const xml = media.xml === undefined || schema === undefined ? undefined : xmlShape(schemas, schema);
  const hasJson = !isJsonMediaType(mediaType) && content.some((other) => isJsonMediaType(other.mediaType));
  return {
    bodyType: concreteMediaType(mediaType),
    ...(isFormMediaType(mediaType) && encoding !== undefined && { fields: fieldModels(encoding) }),
    ...(xml !== undefined && { xml }),
    ...(hasJson && { hasJson }),
  };
}

function fieldModels(encoding: ReadonlyMap<string, PropertyEncoding>): { readonly [name: string]: CardFormField } {
  return Object.fromEntries([...encoding].map(([name, each]) => [name, fieldModel(each)] as const));
}

function fieldModel(encoding: PropertyEncoding): CardFormField {
  const { contentType, style, headers, fault } = encoding;
  return {
    ...(contentType !== undefined && { contentType }),
    ...style,
    ...(isFile(encoding) && { isFile: true }),
    ...(headers !== undefined && { headers: Object.fromEntries(headers) }),
    ...(fault !== undefined && { fault }),
  };
}
