/** True for the media type `application/json`, and for types that end with `+json` (RFC 6839 §3.1). */
export function isJson(mediaType: string): boolean {
  const type = essence(mediaType);
  return type === 'application/json' || type.endsWith('+json');
}

/** How a body of this media type is encoded and decoded. */
export function bodyKind(mediaType: string): 'json' | 'urlencoded' | 'multipart' | 'text' | 'bytes' {
  const type = essence(mediaType);
  if (isJson(mediaType)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'urlencoded';
  if (type === 'multipart/form-data') return 'multipart';
  return type === '' || type.startsWith('text/') || TEXTS.test(type) ? 'text' : 'bytes';
}

/** Media types that contain text although they do not begin with `text/`. */
const TEXTS =
  /^application\/(?:(?:x-)?yaml|(?:x-)?ndjson|jsonl|json-seq|graphql|javascript|sql|xml)$|\+(?:xml|yaml|json-seq)$/;

function essence(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';', 1);
  return type.trim();
}
