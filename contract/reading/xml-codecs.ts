import type { SchemaSource } from '../contract.js';
import type { MediaContent, Operation } from '../operation.js';
import { isXmlMediaType } from '../wire/message.js';
import { readXml } from '../wire/xml/read-xml.js';
import { writeXml } from '../wire/xml/write-xml.js';
import { XmlNode } from '../wire/xml/xml-node.js';

/**
 * Adds functions that read and write XML to each XML body of an operation. They are made once, so that the encoder need
 * not read schemas.
 */
export function withXmlCodecs(schemas: SchemaSource, operation: Operation): Operation {
  const { requestBody, responses } = operation;
  const all = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  if (!all.some(isCoded)) return operation;
  const coded = (content: readonly MediaContent[]): readonly MediaContent[] =>
    content.map((media) => withCodec(schemas, media));
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content: coded(requestBody.content) } }),
    responses: responses.map((response) => ({ ...response, content: coded(response.content) })),
  };
}

function isCoded({ mediaType, schema }: MediaContent): boolean {
  return schema !== undefined && isXmlMediaType(mediaType);
}

function withCodec(schemas: SchemaSource, media: MediaContent): MediaContent {
  if (!isCoded(media) || media.schema === undefined) return media;
  const root = new XmlNode(schemas, [media.schema]);
  const { types } = root;
  // If the schema allows only a string, the value is the XML document itself.
  if (types.size === 1 && types.has('string')) return media;
  return { ...media, xml: { write: (value) => writeXml(root, value), read: (text) => readXml(root, text) } };
}
