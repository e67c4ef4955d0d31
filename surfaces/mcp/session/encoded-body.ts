import { isJsonObject, type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import type { MediaContent } from '../../../contract/operation.js';
import { bodyFault } from '../../../contract/wire/body/encode-body.js';
import { concreteMediaType, contentKind, isFormMediaType } from '../../../contract/wire/message.js';
import { filesOf } from '../tools/tool-input.js';

export type EncodedArgument = { readonly value: Json } | { readonly reason: string };

/**
 * True if the body is a form, bytes or XML. How a tool takes such a body depends on the input schema that the tool
 * declares.
 */
export function isEncodedBody(content: MediaContent): boolean {
  return content.xml !== undefined || contentKind(concreteMediaType(content.mediaType)) === 'bytes';
}

/**
 * Converts a body to the argument `name` of a tool, or returns the reason why the tool cannot take the body. Bytes are
 * passed in base64, a form as an object, and an XML document as a string. The schema of the argument must declare the
 * type in which the body is passed; for bytes, it must declare `contentEncoding: base64`.
 */
export function encodedArgument(
  content: MediaContent,
  body: Json,
  tool: Json | undefined,
  name = 'body',
): EncodedArgument {
  const fault = bodyFault(content, body);
  if (fault !== undefined) return { reason: fault };
  const declared = schemasAt(tool, [tool], 'properties', name);
  if (content.xml !== undefined) return xmlArgument(content.xml.write(body), declared);
  if (isFormMediaType(content.mediaType)) return formArgument(content, body, tool, declared);
  return declared.some(isBase64) && typeof body === 'string' ? { value: base64(body) } : undeclared(content, 'base64');
}

function xmlArgument(written: { readonly text: string } | string, declared: readonly JsonObject[]): EncodedArgument {
  if (typeof written === 'string') return { reason: written };
  return declared.some(({ type }) => type === 'string')
    ? { value: written.text }
    : { reason: 'the schema of the tool does not declare the XML document as a string' };
}

function formArgument(
  content: MediaContent,
  body: Json,
  tool: Json | undefined,
  declared: readonly JsonObject[],
): EncodedArgument {
  if (!isJsonObject(body) || !declared.some(({ type }) => type === 'object')) return undeclared(content, 'an object');
  const files = filesOf(content.encoding).filter((name) => Object.hasOwn(body, name));
  const members: (readonly [string, Json])[] = [];
  for (const [name, value] of Object.entries(body)) {
    const isFile = files.includes(name);
    if (isFile && !schemasAt(tool, declared, 'properties', name).some(isBase64))
      return undeclared(content, `base64 for ${name}`);
    members.push([name, isFile ? base64Of(value) : value]);
  }
  return { value: Object.fromEntries(members) };
}

function base64Of(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(base64Of);
  return typeof value === 'string' ? base64(value) : value;
}

/** Encodes bytes in base64. The bytes are given as a string, as in a case: each character up to U+00FF is one byte. */
function base64(text: string): string {
  return Buffer.from(text, 'latin1').toString('base64');
}

function isBase64({ contentEncoding }: JsonObject): boolean {
  return contentEncoding === 'base64';
}

function undeclared({ mediaType }: MediaContent, form: string): EncodedArgument {
  return { reason: `the schema of the tool does not declare the body (${mediaType}) as ${form}` };
}

const MOST_SCHEMAS = 100;

/**
 * The schemas of one member of a tool's input. They include schemas in `allOf` and the targets of references within the
 * same document.
 */
function schemasAt(
  tool: Json | undefined,
  from: readonly (Json | undefined)[],
  ...path: readonly string[]
): readonly JsonObject[] {
  let found = inPlace(tool, from);
  for (let index = 0; index < path.length; index += 2) {
    const [keyword = '', name = ''] = path.slice(index, index + 2);
    found = inPlace(
      tool,
      found.map((schema) => ownValue(ownValue(schema, keyword), name)),
    );
  }
  return found;
}

function inPlace(tool: Json | undefined, from: readonly (Json | undefined)[]): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const pending = [...from];
  for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
    if (!isJsonObject(next) || found.has(next) || found.size >= MOST_SCHEMAS) continue;
    found.add(next);
    const { $ref, allOf } = next;
    if (typeof $ref === 'string' && $ref.startsWith('#/')) pending.push(valueAt(tool, decodeURI($ref.slice(1))));
    if (Array.isArray(allOf)) pending.push(...(allOf as readonly Json[]));
  }
  return [...found];
}
