/// <reference lib="dom" />
import type { CardFormField, CardOperation } from '../model/card-model.js';
import { isRecord } from '../model/is-record.js';
import { parameterTexts } from './parameter-texts.js';
import { RefusedError } from './refused-error.js';
import { xmlText } from './xml-text.js';

/** A body with the value of its `Content-Type`. */
export interface WrittenBody {
  readonly contentType: string;
  readonly content: string | Blob;
}

type BodyOperation = Pick<CardOperation, 'bodyType' | 'fields' | 'xml'>;

/**
 * Encodes the body of a call in its media type. A file is a `Blob`. Throws a `RefusedError` if the media type cannot
 * express the value.
 */
export function writeBody({ bodyType = '', fields = {}, xml }: BodyOperation, value: unknown): WrittenBody {
  const plain = (content: string | Blob): WrittenBody => ({ contentType: bodyType, content });
  if (isJson(bodyType)) return plain(JSON.stringify(value));
  if (/^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(bodyType)) return plain(formText(value, fields));
  if (/^\s*multipart\/form-data\s*(?:;|$)/i.test(bodyType)) return multipart(value, fields);
  if (xml !== undefined) return plain(xmlText(xml, value));
  if (value instanceof Blob) return plain(value);
  if (!isText(bodyType)) return plain(bytesOf('body', value));
  if (typeof value === 'string') return plain(wholeText('body', value));
  throw new RefusedError(`body: must be a string for the media type ${bodyType}`);
}

function isJson(type: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(type);
}

/** Media types that contain text although they do not begin with `text/`. */
const TEXTS =
  /^application\/(?:(?:x-)?yaml|(?:x-)?ndjson|jsonl|json-seq|graphql|javascript|sql|xml)$|\+(?:xml|yaml|json-seq)$/;

/** True if a part of a form contains text. A part that has no media type is text (RFC 7578 §4.4). */
function isText(type: string): boolean {
  const essence = type.replace(/;[^]*/, '').trim().toLowerCase();
  return essence === '' || essence.startsWith('text/') || TEXTS.test(essence);
}

type Fields = NonNullable<CardOperation['fields']>;

function membersOf(value: unknown, fields: Fields): readonly (readonly [string, unknown, CardFormField])[] {
  if (!isRecord(value)) throw new RefusedError('body: a form must be an object');
  return Object.entries(value).map(([name, member]) => [
    name,
    member,
    (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? {},
  ]);
}

/**
 * Encodes a form as `name=value` pairs. A list is written as several pairs with the same name, and an object as JSON,
 * unless the contract states a style (OpenAPI 3.1.1 §4.8.14.4).
 */
function formText(form: unknown, fields: Fields): string {
  return membersOf(form, fields)
    .flatMap(([name, value, { style, explode = false, allowReserved = false, contentType = '' }]) => {
      if (style !== undefined) {
        const parameter = { argument: `body.${name}`, name, in: 'query', style, explode, allowReserved, json: false };
        return parameterTexts(parameter, value);
      }
      const texts = isJson(contentType) ? [JSON.stringify(value)] : itemsOf(value).map((item) => fieldText(name, item));
      return texts.map((text) => new URLSearchParams([[wholeText(name, name), wholeText(name, text)]]).toString());
    })
    .join('&');
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}

function fieldText(name: string, value: unknown): string {
  if (value === null) throw new RefusedError(`body.${name}: null cannot be written in a form`);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Encodes a multipart body. A list has one part for each item (RFC 7578 §4.3). `FormData` of the browser is not used,
 * because it changes line ends in texts (WHATWG HTML §4.10.21.8).
 */
function multipart(form: unknown, fields: Fields): WrittenBody {
  const chunks = membersOf(form, fields).flatMap(([name, value, field]) =>
    itemsOf(value).map((item) => part(name, item, field)),
  );
  // A multipart body has at least one part (RFC 2046 §5.1.1).
  if (chunks.length === 0) throw new RefusedError('body: a multipart form must have at least one field');
  const boundary = `form-${Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join('')}`;
  const lines = chunks.flatMap(({ head, content }) => [`--${boundary}\r\n${head}\r\n\r\n`, content, '\r\n']);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    content: new Blob([...lines, `--${boundary}--\r\n`]),
  };
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

interface Part {
  readonly head: string;
  readonly content: string | Blob;
}

/** Field names that some services decode differently from others. They are refused. */
const NO_NAME = /\\|%(?:22|0[AaDd])/;

function part(
  name: string,
  item: unknown,
  { fault, isFile, style, explode, headers = {}, ...field }: CardFormField,
): Part {
  if (fault !== undefined) throw new RefusedError(`body.${name}: ${fault}`);
  if (NO_NAME.test(name)) throw new RefusedError(`body.${name}: this name cannot be sent`);
  if (style !== undefined && (style !== 'form' || explode !== true || typeof item === 'object'))
    throw new RefusedError(`body.${name}: no standard defines this style for a multipart body`);
  const isCompound = typeof item === 'object' && item !== null && !(item instanceof Blob);
  const type = (item instanceof Blob && item.type) || (field.contentType ?? (isCompound ? 'application/json' : ''));
  const fileName =
    item instanceof File ? item.name : type !== '' && !isJson(type) && !isText(type) ? 'blob' : undefined;
  return {
    head: [
      `Content-Disposition: form-data; name="${escaped(wholeText(name, name))}"${fileName === undefined ? '' : `; filename="${escaped(fileName)}"`}`,
      ...(type === '' ? [] : [`Content-Type: ${type}`]),
      ...Object.entries(headers).map(([header, text]) => `${header}: ${text}`),
    ].join('\r\n'),
    content: partContent(name, item, type, isFile),
  };
}

function partContent(name: string, item: unknown, type: string, isFile: boolean | undefined): string | Blob {
  if (item instanceof Blob) return item;
  if (isJson(type)) return JSON.stringify(item);
  if (isFile === true || !isText(type)) return bytesOf(`body.${name}`, item);
  return wholeText(name, fieldText(name, item));
}

/** Converts a string to bytes: each character up to U+00FF is one byte. */
function bytesOf(place: string, value: unknown): Blob {
  const text = typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : value;
  if (typeof text !== 'string' || !/^[\0-\xff]*$/.test(text))
    throw new RefusedError(`${place}: must be a file, or a string of characters up to U+00FF`);
  return new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]);
}

/** Returns the text. Throws if it has a lone surrogate, which would be sent as a different character. */
function wholeText(name: string, text: string): string {
  if (!/\p{Surrogate}/u.test(text)) return text;
  throw new RefusedError(`${name}: a lone surrogate cannot be sent`);
}

/** Escapes the name of a field or a file in a multipart body (WHATWG HTML §4.10.21.8). */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
