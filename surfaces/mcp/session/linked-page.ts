import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { PAGE_MEDIA_TYPE, type PageReading } from '../../hosted-page.js';
import { AS_IT_CAME, type Connection } from './connection.js';

/** Reads a page of a server with `resources/read`. Rejects if the server cannot be reached. */
export async function readPage({ client, link }: Connection, uri: string, timeoutMs: number): Promise<PageReading> {
  const request = { method: 'resources/read', params: { uri } };
  try {
    const result = (await client.request(request, AS_IT_CAME, { timeout: timeoutMs })) as Json;
    const content = contentOf(result, uri);
    if (content === undefined)
      return { kind: 'unreadable', reason: 'resources/read returns no content for the address' };
    const mediaType = ownValue(content, 'mimeType');
    const policy = ownValue(ownValue(ownValue(content, '_meta'), 'ui'), 'csp');
    const stated = { ...(typeof mediaType === 'string' && { mediaType }), ...(policy !== undefined && { policy }) };
    return { kind: 'read', ...stated, html: textOf(content) };
  } catch (error) {
    if (link?.endReason !== undefined) return { kind: 'unreadable', reason: `resources/read: ${link.endReason}` };
    if (error instanceof ProtocolError)
      return { kind: 'unreadable', reason: `resources/read returns the error ${error.code}: ${error.message}` };
    if (error instanceof SdkError) return { kind: 'unreadable', reason: `resources/read: ${error.message}` };
    throw error;
  }
}

/** True if a host would show the page: it was read, and it has the media type of pages for hosts. */
export function isShown(reading: PageReading | undefined): boolean {
  return reading?.kind === 'read' && reading.mediaType === PAGE_MEDIA_TYPE;
}

/** The entry of `contents` whose `uri` is the address of the page. If there is none, the only entry. */
function contentOf(result: Json, uri: string): Json | undefined {
  const contents = ownValue(result, 'contents');
  const all = Array.isArray(contents) ? (contents as readonly Json[]).filter(isContent) : [];
  return all.find((content) => ownValue(content, 'uri') === uri) ?? (all.length === 1 ? all[0] : undefined);
}

/** The text of a page, which is given as text or in base64. */
function textOf(content: Json): string {
  const [text, blob] = [ownValue(content, 'text'), ownValue(content, 'blob')];
  return typeof text === 'string' ? text : Buffer.from(String(blob), 'base64').toString();
}

function isContent(content: Json): boolean {
  return isJsonObject(content) && [content['text'], content['blob']].some((part) => typeof part === 'string');
}
