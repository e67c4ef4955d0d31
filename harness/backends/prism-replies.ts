import { isJsonMediaType, isXmlMediaType } from '../../contract/wire/message.js';

/** The part of Prism's model of an operation that describes the replies. */
interface DescribedReplies {
  readonly responses: readonly { readonly contents?: readonly Content[] }[];
}

interface Content {
  readonly mediaType: string;
  readonly schema?: object;
  examples?: unknown[];
}

/**
 * Matches keywords that permit every string, and annotations (JSON Schema 2020-12 §8). Prism adds some annotations that
 * start with `x-`.
 */
const PERMITS_ANY_TEXT = /^(?:\$schema|\$id|\$comment|title|description|content[A-Z]\w*|x-.*)$/;

/**
 * Gives an example to each reply that is neither JSON, XML nor text, and whose schema permits any bytes, such as
 * `application/octet-stream: {}` (OpenAPI 3.1 §4.8.14.2). Without an example, Prism answers 500, because it cannot make
 * a value for such a schema.
 */
export function addBinaryExamples(operations: readonly DescribedReplies[]): void {
  const contents = operations.flatMap(({ responses }) => responses.flatMap((response) => response.contents ?? []));
  for (const content of contents)
    if (isAnyBinary(content) && (content.examples ?? []).length === 0)
      content.examples = [{ id: 'bytes', key: 'bytes', value: 'bytes' }];
}

function isAnyBinary({ mediaType, schema = {} }: Content): boolean {
  if (isJsonMediaType(mediaType) || isXmlMediaType(mediaType) || /^(?:text|multipart)\//i.test(mediaType)) return false;
  return Object.keys(schema).every((keyword) => PERMITS_ANY_TEXT.test(keyword));
}
