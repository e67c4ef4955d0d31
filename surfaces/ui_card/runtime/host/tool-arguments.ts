/// <reference lib="dom" />
import type { CardOperation } from '../model/card-model.js';
import { isRecord } from '../model/is-record.js';
import { xmlText } from '../wire/xml-text.js';

/**
 * Converts the entered values to the arguments of a tool. Bytes become base64, and an XML document becomes a text.
 * Other values stay as entered.
 */
export async function toolArguments(
  { fields = {}, xml, bodyType = '', hasJson, inputs }: CardOperation,
  args: ReadonlyMap<string, unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  const given = Object.fromEntries(args);
  const { body } = given;
  if (body === undefined || hasJson === true) return given;
  if (xml !== undefined) return { ...given, body: xmlText(xml, body) };
  if (inputs.some(({ name, field }) => name === 'body' && field.kind === 'file'))
    return { ...given, body: await base64(body) };
  if (!isRecord(body) || !/^\s*multipart\//i.test(bodyType)) return given;
  const members = Object.entries(body).map(async ([name, value]) => {
    const isFile = Object.hasOwn(fields, name) && fields[name]?.isFile === true;
    return [name, isFile ? await base64(value) : value] as const;
  });
  return { ...given, body: Object.fromEntries(await Promise.all(members)) };
}

/** Encodes bytes in base64. They are given as a file, or as a text in which each character up to U+00FF is one byte. */
async function base64(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all((value as readonly unknown[]).map(base64));
  if (!(value instanceof Blob)) return typeof value === 'string' ? btoa(value) : value;
  const bytes = new Uint8Array(await value.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
